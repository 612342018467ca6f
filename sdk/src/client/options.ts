import type { LoggingLevel, LoggingMessageNotificationParams } from '@mcp-gen/protocol/author';
import type { ErrorListener, PingOptions } from '@mcp-gen/runtime';
import { checkOptions, type OptionNames } from '../options.js';
import type { SupportedRevision } from '../revisions.js';
import type { LossListener } from '../translator.js';
import type { Model } from './chooseModel.js';
import type { ReconnectOptions } from './connection.js';
import type { ElicitationOptions } from './elicitation.js';
import type { Rate } from './limited.js';
import type { RootInput, RootsOptions } from './roots.js';
import type { SamplingOptions } from './sampling.js';
import type { CommandOptions, UrlOptions } from './target.js';

/** A list of the server that can change. */
export type ListName = 'tools' | 'resources' | 'prompts';

/** Options of a client. All of them can be left out. */
export interface ClientOptions<Choice extends Model = Model> extends CommandOptions, Omit<UrlOptions, 'onError'> {
  /** How the client introduces itself. Default `mcp-gen client`. */
  readonly name?: string | undefined;
  /** Its version. Default `0.0.0`. */
  readonly version?: string | undefined;
  /** The revisions it speaks; it asks for the newest. Default: all that open sessions. */
  readonly revisions?: readonly SupportedRevision[] | undefined;

  /** Lets the server use a model. Left out: it cannot. */
  readonly sampling?: SamplingOptions<Choice> | undefined;
  /** Lets the server ask the user. Left out: it cannot. */
  readonly elicitation?: ElicitationOptions | undefined;
  /** Tells the server which folders matter. Left out: it cannot ask. */
  readonly roots?: readonly RootInput[] | RootsOptions | undefined;

  /** Which messages of the server's log are wanted: those of a level and all that are graver. Default: as the server thinks fit. */
  readonly logLevel?: LoggingLevel | undefined;
  /** Hears what the server logs. It comes from outside: show it as text and nothing else. Default: nobody does. */
  readonly onLog?: ((entry: LoggingMessageNotificationParams) => void) | undefined;
  /** How fast `onLog` can take it; what is more is left out, and `onError` told. Default 100 a second over time, 1,000 at once. */
  readonly logRate?: Rate | undefined;
  /** Hears that a list of the server is another one now, or may be, since a server over HTTP had forgotten the session. Default: nobody does. */
  readonly onListChanged?: ((list: ListName) => void) | undefined;
  /** Hears of every error that has no caller to go to. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Hears what a message could not say in the revision that is spoken. Default: nobody does. */
  readonly onLoss?: LossListener | undefined;

  /** Gives up connecting; the server is ended if it was started for it. It has no effect on a client that is connected. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the answer to a request that names no timeout itself. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Pings the server while the connection is open, and takes it for lost when it no longer answers. Default: no pings. */
  readonly ping?: PingOptions | undefined;
  /**
   * Opens the connection again when it is lost: starts the program anew, or opens a new session. Requests in flight are rejected,
   * those made meanwhile wait; subscriptions and the log level are restored. Default: a connection that is lost stays lost.
   */
  readonly reconnect?: boolean | ReconnectOptions | undefined;
  /** Whether what the tools of the server claim of themselves may be believed; see `ListedTool`. Default false. */
  readonly trusted?: boolean | undefined;
}

const OPTIONS: OptionNames<ClientOptions> = {
  name: true,
  version: true,
  revisions: true,
  env: true,
  cwd: true,
  stderr: true,
  onStderr: true,
  headers: true,
  fetch: true,
  retryDelay: true,
  maxRetryDelay: true,
  retryAfterAttempts: true,
  retryAfterLimit: true,
  retryLimit: true,
  messageLimit: true,
  shutdownTimeout: true,
  sampling: true,
  elicitation: true,
  roots: true,
  logLevel: true,
  onLog: true,
  logRate: true,
  onListChanged: true,
  onError: true,
  onLoss: true,
  signal: true,
  timeout: true,
  ping: true,
  reconnect: true,
  trusted: true,
};

const RECONNECT: OptionNames<ReconnectOptions> = { attempts: true, delay: true, onLost: true, onRestored: true };
const PING: OptionNames<PingOptions> = { interval: true, timeout: true, misses: true };
const RATE: OptionNames<Rate> = { perSecond: true, burst: true };
const ROOTS: OptionNames<RootsOptions> = { list: true, consent: true, watch: true };
const ELICITATION: OptionNames<ElicitationOptions> = { form: true, url: true, onComplete: true, rate: true };
const SAMPLING: OptionNames<SamplingOptions> = {
  model: true,
  review: true,
  models: true,
  chooseModel: true,
  allowContext: true,
  rate: true,
  tools: true,
};

/** @throws {TypeError} if an option is unknown, also inside of another one. */
export function checkClientOptions<Choice extends Model>(options: ClientOptions<Choice>): void {
  checkOptions('connect', options, OPTIONS);
  const { reconnect, ping, logRate, roots, elicitation, sampling } = options;
  const check = (name: string, given: unknown, names: { readonly [name: string]: true }): void => {
    if (given !== undefined) checkOptions(`the option ${name} of connect`, given, names);
  };
  if (typeof reconnect === 'object') check('reconnect', reconnect, RECONNECT);
  check('ping', ping, PING);
  check('logRate', logRate, RATE);
  if (!Array.isArray(roots)) check('roots', roots, ROOTS);
  check('elicitation', elicitation, ELICITATION);
  check('sampling', sampling, SAMPLING);
}
