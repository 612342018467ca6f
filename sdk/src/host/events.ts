import type { LoggingMessageNotificationParams } from '@mcp-gen/protocol/author';
import type { PeerText } from '../guard/index.js';
import type { AuditRecord, ToolCall } from './audit.js';
import type { ServerState } from './managedServer.js';
import type { HostTool } from './offers.js';

/** What happens in a host. */
export type HostEvent =
  | ServerEvent
  | LoginEvent
  | ToolsEvent
  | ListEvent
  | CallEvent
  | ResultEvent
  | LogEvent
  | StderrEvent;

/** A server has been started, lost, restarted, stopped, or is not restarted again. */
export interface ServerEvent {
  /** What has happened. */
  readonly type: 'server';
  /** The server, as it is now. */
  readonly server: ServerState;
}

/** What concerns one server. */
interface OfServer {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
}

/**
 * A person has to log in to a server: to use it at all, if its status becomes `needs-login`, or for what a request asked for.
 * `host.login(server)` lets that happen.
 */
export interface LoginEvent extends OfServer {
  /** What has happened. */
  readonly type: 'login';
  /** Why. */
  readonly error: Error;
}

/** A server offers other tools from now on. */
export interface ToolsEvent extends OfServer {
  /** What has happened. */
  readonly type: 'tools';
  /** All of its tools: none, if it has stopped. */
  readonly tools: readonly HostTool[];
}

/** Another list of a server is another one now. */
export interface ListEvent extends OfServer {
  /** What has happened. */
  readonly type: 'changed';
  /** Its resources and templates, or its prompts. */
  readonly list: 'resources' | 'prompts';
}

/** A tool is to be called. Nobody has been asked for consent yet. */
export interface CallEvent {
  /** What has happened. */
  readonly type: 'call';
  /** The call. */
  readonly call: ToolCall;
}

/** The call of a tool is over. */
export interface ResultEvent {
  /** What has happened. */
  readonly type: 'result';
  /** The call, and what became of it. */
  readonly record: AuditRecord;
}

/** A server has logged something. It comes from outside: nothing is hidden in it, but it may be false, or imitate the application. */
export interface LogEvent extends OfServer {
  /** What has happened. */
  readonly type: 'log';
  /** What it has logged. */
  readonly entry: LoggingMessageNotificationParams;
}

/** A server has written something to its stderr. */
export interface StderrEvent extends OfServer {
  /** What has happened. */
  readonly type: 'stderr';
  /** What it has written, in pieces as they come, unchanged: `plainText(text)` is a string that a terminal can show. */
  readonly text: PeerText;
}
