import type { LoggingLevel, LoggingMessageNotificationParams } from '@mcp-gen/protocol/author';
import type { ErrorListener, PingOptions } from '@mcp-gen/runtime';
import type { SpokenRevision } from '../revisions.js';
import type { LossListener } from '../translator.js';
import type { Model } from './chooseModel.js';
import type { ReconnectOptions } from './connection.js';
import type { ElicitationOptions } from './elicitation.js';
import type { Rate } from './limited.js';
import type { RootGiven, RootsOptions } from './roots.js';
import type { SamplingOptions } from './sampling.js';
import type { CommandOptions, UrlOptions } from './target.js';

/** A list of the server that can change. */
export type ListName = 'tools' | 'resources' | 'prompts';

/** Options of a client. All of them can be left out. */
export interface ClientOptions<Choice extends Model = Model> extends CommandOptions, Omit<UrlOptions, 'onError'> {
  /** How the client introduces itself. Default `mcp-gen client`. */
  readonly name?: string;
  /** Its version. Default `0.0.0`. */
  readonly version?: string;
  /** The revisions it speaks; it asks for the newest. Default: all that open sessions. */
  readonly revisions?: readonly SpokenRevision[];

  /** Lets the server use a model. Left out: it cannot. */
  readonly sampling?: SamplingOptions<Choice>;
  /** Lets the server ask the user. Left out: it cannot. */
  readonly elicitation?: ElicitationOptions;
  /** Tells the server which folders matter. Left out: it cannot ask. */
  readonly roots?: readonly RootGiven[] | RootsOptions;

  /** Which messages of the server's log are wanted: those of a level and all that are graver. Default: as the server thinks fit. */
  readonly logLevel?: LoggingLevel;
  /** Hears what the server logs. It comes from outside: show it as text and nothing else. Default: nobody does. */
  readonly onLog?: (entry: LoggingMessageNotificationParams) => void;
  /** How fast `onLog` can take it; what is more is left out, and `onError` told. Default 100 a second over time, 1,000 at once. */
  readonly logRate?: Rate;
  /** Hears that a list of the server is another one now, or may be, since a server over HTTP had forgotten the session. Default: nobody does. */
  readonly onListChanged?: (list: ListName) => void;
  /** Hears of every error that has no caller to go to. Default: one line each on stderr. */
  readonly onError?: ErrorListener;
  /** Hears what a message could not say in the revision that is spoken. Default: nobody does. */
  readonly onLoss?: LossListener;

  /** Gives up connecting; the server is ended if it was started for it. It has no effect on a client that is connected. Default: nothing does. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer to a request that names no timeout itself. Default 60,000. */
  readonly timeout?: number;
  /** Pings the server while the connection is open, and takes it for lost when it no longer answers. Default: no pings. */
  readonly ping?: PingOptions;
  /**
   * Opens the connection again when it is lost: starts the program anew, or opens a new session. Requests in flight are rejected,
   * those made meanwhile wait; subscriptions and the log level are restored. Default: a connection that is lost stays lost.
   */
  readonly reconnect?: boolean | ReconnectOptions;
  /** Whether what the tools of the server claim of themselves may be believed; see `ListedTool`. Default false. */
  readonly trusted?: boolean;
}
