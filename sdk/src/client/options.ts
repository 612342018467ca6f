import {
  FLAG,
  FUNCTION,
  LIST,
  OBJECT,
  SIGNAL,
  STRING,
  checkOptions,
  checkValues,
  duration,
  anyOf,
  group,
  kind,
  listOf,
  omit,
  type OptionTable,
  PING_OPTIONS,
  LEDGER_OPTION,
  orElse,
  required,
} from '@mcp-gen/runtime/options';
import type { ClientCapabilities, LoggingLevel, LoggingMessageNotificationParams } from '@mcp-gen/protocol/author';
import type { ErrorListener, Ledger, PingOptions } from '@mcp-gen/runtime';
import { RATE_LIMIT_OPTIONS } from '../guard/index.js';
import type { Extension } from '../extension/declaration.js';
import type { ExtensionKey } from '../extension/key.js';
import { checkExtensionName } from '../extensionName.js';
import { type LoggerLike, LOGGER } from '../logger.js';
import { LOG_LEVEL } from '../loggingLevels.js';
import { revisionIds, type RevisionChoice } from '../revisions.js';
import type { DeprecationListener } from '../deprecation.js';
import type { LossListener } from '../translator.js';
import type { Model } from './chooseModel.js';
import { RECONNECT_OPTIONS, type ReconnectOptions } from './connection.js';
import type { ElicitationOptions } from './elicitation.js';
import { ELICITATION_RATE, NOTICES, SAMPLING_RATE, type Rate } from './rateLimits.js';
import type { ChangingList } from '../registry.js';
import { checkAnswers, type MethodAnswers } from './clientMethods.js';
import type { ClientMiddleware } from './clientMiddleware.js';
import type { RootInput, RootsOptions } from './roots.js';
import type { SamplingOptions, SamplingReview } from './sampling.js';
import { REACH_OPTIONS, type ReachOptions } from './target.js';
import type { FetchWrapper } from './wrappedFetch.js';

/** A list of the server that can change. */
export type ListName = ChangingList;

/** Options of a client. All of them can be left out. */
export interface ClientOptions<Choice extends Model = Model> extends Omit<ReachOptions, 'onError'> {
  /** The name that the client sends to servers. Default `mcp-gen client`. */
  readonly name?: string | undefined;
  /** Its version. Default `0.0.0`. */
  readonly version?: string | undefined;
  /** The supported revisions; the newest one that the server also supports is negotiated. Default: all. */
  readonly revisions?: readonly RevisionChoice[] | undefined;

  /**
   * Lets the server use a model. Default: sampling is not supported.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
   */
  readonly sampling?: SamplingOptions<Choice> | undefined;
  /** Lets the server ask the user. Default: elicitation is not supported. */
  readonly elicitation?: ElicitationOptions | undefined;
  /**
   * Tells the server which folders are relevant. Default: roots are not supported.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers take paths as arguments of tools or as URIs of resources.
   */
  readonly roots?: readonly RootInput[] | RootsOptions | undefined;
  /**
   * Extensions of the protocol, from `defineExtension`: their messages, middleware, and hooks. They are declared to servers. All of them are
   * registered, or none. Default: none.
   */
  readonly extensions?: readonly Extension[] | undefined;
  /**
   * Capabilities to declare in addition to those of the other options: for notifications of the protocol that this package has no option of
   * its own for. They take precedence. Default: none.
   */
  readonly capabilities?: ClientCapabilities | undefined;
  /**
   * Answers requests of servers by method, in the unified types: those that this package has no option of its own for. An answer declares the
   * capability of its method. In revisions without sessions, they answer the questions in results. A `JsonRpcError` that one throws is sent
   * as it is. Default: none.
   */
  readonly methods?: MethodAnswers | undefined;
  /**
   * Wraps every request and notification, sent or received; `client.use` adds more. A definition of an extension stands for its middleware:
   * `[log, search, audit]`; that of extensions that are not named is outside of all. Default: none.
   */
  readonly middleware?: readonly (ClientMiddleware | ExtensionKey)[] | undefined;
  /**
   * Wraps the HTTP requests to a server with a URL, outermost first. A definition of an extension stands for its wrapper; those of extensions
   * that are not named are outside of all, and `auth` and `fetch` are inside. Default: none.
   */
  readonly wrapFetch?: readonly (FetchWrapper | ExtensionKey)[] | undefined;

  /**
   * The minimum level of log messages that the server sends. Default: the server
   * decides; from 2026-07-28 on `info` if there is `onLog`, else none.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers write logs to stderr, or they use OpenTelemetry.
   */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * Called with log messages of the server. They are untrusted: show them as text only.
   * Default: none.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers write logs to stderr, or they use OpenTelemetry.
   */
  readonly onLog?: ((entry: LoggingMessageNotificationParams) => void) | undefined;
  /**
   * The maximum rate of calls of `onLog`. Further messages are dropped and reported to `onError`. Default 100 a second over time, 1,000 at
   * once.
   */
  readonly logRate?: Rate | undefined;
  /** Called when a list of the server has changed, or may have, because a server over HTTP lost the session. Default: none. */
  readonly onListChanged?: ((list: ListName) => void) | undefined;
  /** Called for errors that no caller receives. Default: one line each on stderr, unless there is a `logger`. */
  readonly onError?: ErrorListener | undefined;
  /** Logs the errors that `onError` receives, and when the connection is opened, lost, restored, and closed. Default: nothing is logged. */
  readonly logger?: LoggerLike | undefined;
  /**
   * Called when a part of a message cannot be expressed in the negotiated revision. Default: writes a warning about the first loss of each
   * kind to `logger`, or to stderr without one.
   */
  readonly onLoss?: LossListener | undefined;
  /**
   * Called when a message is sent or received that the negotiated revision deprecates, once for each method. Default: none.
   */
  readonly onDeprecated?: DeprecationListener | undefined;

  /**
   * Aborts connecting, and terminates the server process if it was started for it. It has no effect on a connected client. Default: none.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait for the response to `server/discover`, which detects revision 2026-07-28 or later; 0 for no limit. If there is no
   * response, the client sends `initialize`. Default 5,000; `timeout` if `revisions` has no revision with sessions.
   */
  readonly discoverTimeout?: number | undefined;
  /** Milliseconds to wait for the response to a request without its own timeout; 0 waits without a limit. Default 60,000. */
  readonly timeout?: number | undefined;
  /**
   * Pings the server while the connection is open, and closes the connection when it stops responding. `interval: 0` turns it off. Default:
   * no pings.
   */
  readonly ping?: PingOptions | undefined;
  /**
   * Reconnects when the connection is lost: starts the program again, or opens a new session. Requests in flight are rejected, and requests
   * made meanwhile wait. Subscriptions and the log level are restored. Default: only after a crash of a program without sessions (revision
   * 2026-07-28 and later): an exit with another code than 0, or by a signal.
   */
  readonly reconnect?: boolean | ReconnectOptions | undefined;
  /**
   * Counts and limits the memory that the server makes this process hold, over all sessions. A transport that you create has its own option
   * for its part. Default: the ledger of the process.
   */
  readonly ledger?: Ledger | undefined;
  /** Whether the annotations of the server's tools can be trusted; see `ListedTool`. Default false. */
  readonly trusted?: boolean | undefined;
}

/** The options that hosts take as clients do, with the same meaning. */
export type SharedOptions = Pick<
  ClientOptions,
  | 'name'
  | 'version'
  | 'revisions'
  | 'extensions'
  | 'capabilities'
  | 'middleware'
  | 'wrapFetch'
  | 'logLevel'
  | 'logRate'
  | 'logger'
  | 'timeout'
  | 'discoverTimeout'
  | 'ping'
  | 'ledger'
>;

/** {@link Rate}. */
export const RATE_OPTIONS: OptionTable<Rate, 'burst'> = omit(RATE_LIMIT_OPTIONS, ['callers', 'now']);

/** {@link RootsOptions}. */
export const ROOTS_OPTIONS: OptionTable<RootsOptions> = { list: required(LIST), consent: FUNCTION, watch: FLAG };

/** {@link ElicitationOptions}. */
export const ELICITATION_OPTIONS: OptionTable<ElicitationOptions> = {
  form: FUNCTION,
  url: FUNCTION,
  onComplete: FUNCTION,
  rate: { ...group(RATE_OPTIONS), default: ELICITATION_RATE },
};

/** {@link SamplingReview}. */
export const REVIEW_OPTIONS: OptionTable<SamplingReview> = { before: FUNCTION, after: FUNCTION };

/** {@link SamplingOptions}. */
export const SAMPLING_OPTIONS: OptionTable<SamplingOptions> = {
  model: required(FUNCTION),
  review: group(REVIEW_OPTIONS),
  models: LIST,
  chooseModel: FUNCTION,
  allowContext: anyOf(FLAG, FUNCTION),
  rate: { ...group(RATE_OPTIONS), default: SAMPLING_RATE },
  tools: FLAG,
};

/** {@link SharedOptions}. */
export const SHARED_OPTIONS: OptionTable<SharedOptions, 'discoverTimeout'> = {
  name: STRING,
  version: STRING,
  revisions: LIST,
  extensions: { ...LIST, expected: 'an array of extensions' },
  capabilities: OBJECT,
  middleware: { ...LIST, expected: 'an array of functions' },
  wrapFetch: listOf('functions', FUNCTION),
  logLevel: LOG_LEVEL,
  logRate: { ...group(RATE_OPTIONS), default: NOTICES },
  logger: LOGGER,
  timeout: duration(60_000),
  discoverTimeout: duration(undefined),
  ping: group(PING_OPTIONS),
  ledger: LEDGER_OPTION,
};

/** {@link ClientOptions}. */
export const CLIENT_OPTIONS: OptionTable<ClientOptions, 'discoverTimeout'> = {
  ...REACH_OPTIONS,
  ...SHARED_OPTIONS,
  sampling: group(SAMPLING_OPTIONS),
  elicitation: group(ELICITATION_OPTIONS),
  roots: anyOf(LIST, group(ROOTS_OPTIONS)),
  methods: OBJECT,
  onLog: FUNCTION,
  onListChanged: FUNCTION,
  onLoss: FUNCTION,
  onDeprecated: FUNCTION,
  signal: SIGNAL,
  reconnect: orElse(true, orElse(false, group(RECONNECT_OPTIONS))),
  trusted: FLAG,
};

const ANSWERING = kind('at least one of the functions form and url', (given) => {
  const { form, url } = given as ElicitationOptions;
  return form !== undefined || url !== undefined;
});

/**
 * Checks what clients and hosts have in common beyond their tables.
 *
 * @param owner names who has the options: `connect`
 * @throws {TypeError} if the name of an extension or an answer is invalid, or `elicitation` answers nothing.
 */
export function checkSharedOptions(owner: string, options: Parameters<typeof checkAnswers>[0] & SharedOptions): void {
  checkValues(owner, options, { elicitation: ANSWERING });
  // Answers may be to requests that only these have.
  revisionIds(options.revisions);
  checkAnswers(options, owner);
  for (const name of Object.keys(options.capabilities?.extensions ?? {})) checkExtensionName(name, owner);
}

/**
 * @throws {TypeError} if an option, or a nested option, is unknown or has the wrong type.
 * @throws {RangeError} if a number is NaN, negative, or too small.
 */
export function checkClientOptions<Choice extends Model>(options: ClientOptions<Choice>): void {
  checkOptions('connect', options, CLIENT_OPTIONS);
  checkSharedOptions('connect', options);
}
