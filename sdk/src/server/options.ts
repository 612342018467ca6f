import type { AuthInfo, ErrorListener, DefinitionOptions as RuntimeOptions, Transport } from '@mcp-gen/runtime';
import type { Implementation, LoggingLevel } from '@mcp-gen/protocol/author';
import type { SupportedRevision } from '../revisions.js';
import type { LossListener } from '../translator.js';
import { checkCacheOptions, type CacheOptions } from './caching.js';
import type { ChangeBus } from './changes.js';
import type { Context } from './context.js';
import type { ConnectedClient } from './connectedClient.js';
import { ERROR_DETAILS, type ErrorDetail } from './failures.js';
import { checkIcons } from '../icons.js';
import { checkLogger, type LoggerLike } from '../logger.js';
import { checkMethods, checkNumbers, checkOptions, type OptionNames } from '../options.js';
import { LIMIT_OPTIONS, type LimitOptions } from './limits.js';
import { LOG_LEVELS } from './logging.js';
import type { TaskSupport } from './taskSupport.js';
import { OUTPUT_OPTIONS, SIZE_OPTIONS, type OutputOptions } from './output.js';

/** Options of a server. */
export interface ServerOptions {
  /** How to use the server, for the client's model. Default: none. */
  readonly instructions?: string | undefined;
  /** The supported revisions. Default: all. */
  readonly revisions?: readonly SupportedRevision[] | undefined;
  /** What it offers even though there is nothing of it when it starts: its tools come later. Default: what there is by then. */
  readonly features?: readonly FeatureName[] | undefined;
  /** The most entries of one page of a list (specification: Pagination). Default 100. */
  readonly pageSize?: number | undefined;
  /** The lowest level of log messages that a client gets that has named none. Default `info`. */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * Called when a client is ready: it has opened a session, and can be told things that belong to no request. Clients of revisions
   * without sessions never are. What it throws goes to `onError`. Default: nothing is called.
   */
  readonly onClient?: ((client: ConnectedClient) => void | Promise<void>) | undefined;
  /** Called when the roots of a client have changed: `context.roots.list()` asks for them. Default: nothing is called. */
  readonly onRootsChanged?: ((context: Context) => void | Promise<void>) | undefined;
  /**
   * How often each caller may call tools, ask for suggestions, be sent log messages, and be asked for sampling; `false` for no limits,
   * and any number of handlers at a time. Default: see {@link LimitOptions}.
   */
  readonly limits?: LimitOptions | false | undefined;
  /**
   * Carries the changes that clients are notified of: lists that changed, resources that were updated. Servers with the same bus notify
   * each other's clients. Default: a bus of its own, in memory.
   */
  readonly changes?: ChangeBus | undefined;
  /**
   * Lets tools run as tasks: what `tasks()` of `@mcp-gen/sdk/tasks` returns. Clients are told that the server has tasks. Default: no tasks.
   */
  readonly tasks?: TaskSupport | undefined;
  /** What clients of revision 2026-07-28 and later may keep, and for how long. Default: nothing. */
  readonly cache?: CacheOptions | undefined;
  /** What becomes of what tools and prompts give out. Default: it is cleaned, and may have 8 Mi characters. */
  readonly output?: OutputOptions | undefined;
  /**
   * What becomes of log data before they are sent. Default: `redact`, which takes out secrets and card numbers that can be
   * recognized. `false` for nothing.
   */
  readonly redact?: ((data: unknown) => unknown) | false | undefined;
  /**
   * What the model is told when a tool fails with an error that is not a `ToolError`. `hide`: that the tool failed. `show`: the
   * message of the error, up to 2,000 characters, which can tell paths, queries or secrets. Errors of resources and prompts are
   * hidden either way. Default `hide`.
   */
  readonly errors?: ErrorDetail | undefined;
  /**
   * For development: runs every handler that asks a client of revision 2026-07-28 or later twice, as it would run again with the answer.
   * `onError` is told of questions that differ from run to run, and, on Node, of connections, files and processes that a handler uses
   * before it asks, outside of `context.once`. Default false.
   */
  readonly rehearse?: boolean | undefined;
  /** Called for each error that no client is told of, or not in full. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Logs what `onError` is called for: `console`, or an instance of pino, for example. Default: nothing is logged. */
  readonly logger?: LoggerLike | undefined;
  /** Called for what a client was not sent because its revision cannot express it. Default: nothing is called. */
  readonly onLoss?: LossListener | undefined;
}

const OPTIONS: OptionNames<ServerOptions> = {
  instructions: true,
  revisions: true,
  features: true,
  pageSize: true,
  logLevel: true,
  onClient: true,
  onRootsChanged: true,
  limits: true,
  changes: true,
  tasks: true,
  cache: true,
  output: true,
  redact: true,
  errors: true,
  rehearse: true,
  onError: true,
  logger: true,
  onLoss: true,
};

/** Options of the runtime that follow from the server's definition, whatever the transport. */
export type DerivedOption =
  | 'serverInfo'
  | 'revisions'
  | 'capabilities'
  | 'instructions'
  | 'methods'
  | 'convertResult'
  | 'discovery'
  | 'rehearsal'
  | 'onSession'
  | 'onOpening'
  | 'onError';

/** Options of serving one client. */
export interface ServeOptions extends Omit<RuntimeOptions, DerivedOption> {
  /** How the client is reached. Default: standard input and output of this process. */
  readonly transport?: Transport | undefined;
  /**
   * Who the client is: for `context.auth` and `access`. Over stdio that is the user who started the server. Default: no auth info.
   */
  readonly auth?: AuthInfo | undefined;
}

/** The names of {@link ServeOptions}. */
export const SERVE_OPTIONS: OptionNames<ServeOptions> = {
  transport: true,
  auth: true,
  ledger: true,
  requestTimeout: true,
  handlerLimit: true,
  batchLimit: true,
  ping: true,
  progressRate: true,
  shutdownTimeout: true,
  requestState: true,
};

/** What a server can offer. */
export type FeatureName = 'tools' | 'resources' | 'prompts';

const FEATURES: readonly FeatureName[] = ['tools', 'resources', 'prompts'];

/** @throws {TypeError} if a server has no name, no version, or an icon that is not allowed. */
export function checkInfo(info: Partial<Implementation> | undefined): void {
  if (typeof info?.name !== 'string' || typeof info.version !== 'string') {
    throw new TypeError("A server needs a name and a version: new Server({ name: 'weather', version: '1.0.0' })");
  }
  checkIcons('the server', info.icons);
}

/**
 * @throws {TypeError} if an option, a feature, or a log level is unknown, or an option has the wrong type.
 * @throws {RangeError} if a number is out of range.
 */
export function checkServerOptions(options: ServerOptions): void {
  checkOptions('the server', options, OPTIONS);
  checkLogger('the server', options.logger);
  checkMethods('The option changes of the server', options.changes, ['publish', 'subscribe']);
  checkMethods('The option tasks of the server', options.tasks, ['attach']);
  if (options.limits !== undefined && options.limits !== false) {
    checkOptions('the option limits of the server', options.limits, LIMIT_OPTIONS);
  }
  if (options.output !== undefined) checkOptions('the option output of the server', options.output, OUTPUT_OPTIONS);
  if (options.cache !== undefined) checkCacheOptions(options.cache);
  const { features = [], logLevel = 'info', errors = 'hide', output = {} } = options;
  for (const name of features) checkNamed('feature', name, FEATURES);
  checkNamed('log level', logLevel, LOG_LEVELS);
  if (!ERROR_DETAILS.includes(errors)) {
    throw new TypeError(
      `The option errors of the server must be ${ERROR_DETAILS.join(' or ')}, not ${errors as string}`,
    );
  }
  checkNumbers('the server', options, { pageSize: 'count' });
  if (output.size !== undefined) {
    checkOptions('the option output.size of the server', output.size, SIZE_OPTIONS);
    checkNumbers('the option output.size of the server', output.size, { maxCharacters: 'count' });
  }
}

function checkNamed<Name extends string>(kind: string, name: Name, names: readonly Name[]): void {
  if (!names.includes(name)) throw new TypeError(`Unknown ${kind} ${JSON.stringify(name)}. Valid: ${names.join(', ')}`);
}
