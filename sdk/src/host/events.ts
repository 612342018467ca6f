import type { LoggingMessageNotificationParams } from '@mcp-gen/protocol/author';
import type { UntrustedText } from '../guard/index.js';
import type { AuditRecord, ToolCall } from './audit.js';
import type { ServerState } from './managedServer.js';
import type { HostTool } from './hostOffers.js';

/** An event of a host. */
export type HostEvent =
  | ServerEvent
  | LoginEvent
  | ToolsEvent
  | ListEvent
  | CallEvent
  | ResultEvent
  | LogEvent
  | NotificationEvent
  | StderrEvent;

/** A server has been started, lost, restarted, or stopped, or restarting was aborted. */
export interface ServerEvent {
  /** The type of the event. */
  readonly type: 'server';
  /** The current state of the server. */
  readonly server: ServerState;
}

/** An event of one server. */
interface OfServer {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
}

/**
 * A user must log in to a server: to use it at all, if its status becomes `needs-login`, or for a single request. Call `host.login(server)`
 * to allow that.
 */
export interface LoginEvent extends OfServer {
  /** The type of the event. */
  readonly type: 'login';
  /** The error that requires a login. */
  readonly error: Error;
}

/** The tools of a server have changed. */
export interface ToolsEvent extends OfServer {
  /** The type of the event. */
  readonly type: 'tools';
  /** All current tools: empty if the server has stopped. */
  readonly tools: readonly HostTool[];
}

/** Another list of a server has changed. */
export interface ListEvent extends OfServer {
  /** The type of the event. */
  readonly type: 'changed';
  /** `resources` includes templates. */
  readonly list: 'resources' | 'prompts';
}

/** A tool call has started. Consent has not been requested yet. */
export interface CallEvent {
  /** The type of the event. */
  readonly type: 'call';
  /** The call. */
  readonly call: ToolCall;
}

/** A tool call has ended. */
export interface ResultEvent {
  /** The type of the event. */
  readonly type: 'result';
  /** The call and its outcome. */
  readonly record: AuditRecord;
}

/**
 * A server has logged a message. It is untrusted: invisible characters are removed, but it may be false, or imitate the application.
 *
 * @deprecated From revision 2026-07-28 on, and supported: servers write logs to stderr, or they use OpenTelemetry.
 */
export interface LogEvent extends OfServer {
  /** The type of the event. */
  readonly type: 'log';
  /** The log message. */
  readonly entry: LoggingMessageNotificationParams;
}

/**
 * A server has sent a notification that no other event is about. It is untrusted. Params are in the unified types; those of a notification
 * that the revision does not have are unchanged, and unvalidated.
 */
export interface NotificationEvent extends OfServer {
  /** The type of the event. */
  readonly type: 'notification';
  /** The method of the notification. */
  readonly method: string;
  /** The requests whose results have changed: `['skills/list']`. Empty if the notification is not about lists. */
  readonly lists: readonly string[];
  /** Its params. */
  readonly params: unknown;
}

/** A server has written to stderr. */
export interface StderrEvent extends OfServer {
  /** The type of the event. */
  readonly type: 'stderr';
  /** The output in chunks as they arrive, unchanged. `plainText(text)` returns a string that is safe for terminals. */
  readonly text: UntrustedText;
}
