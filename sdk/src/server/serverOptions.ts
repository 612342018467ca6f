import {
  FLAG,
  FUNCTION,
  LIST,
  OBJECT,
  STRING,
  checkValues,
  count,
  group,
  kind,
  listOf,
  methods,
  oneOf,
  orElse,
  partGroup,
  type OptionTable,
  omit,
  DEFINITION_OPTIONS,
} from '@mcp-gen/runtime/options';
import type { AuthInfo, ErrorListener, DefinitionOptions as RuntimeOptions, Transport } from '@mcp-gen/runtime';
import type { Implementation, LoggingLevel, ServerCapabilities } from '@mcp-gen/protocol/author';
import type { RevisionChoice } from '../revisions.js';
import type { DeprecationListener } from '../deprecation.js';
import type { LossListener } from '../translator.js';
import { type CacheOptions, CACHE_OPTIONS } from './caching.js';
import type { ChangeBus } from './changes.js';
import type { Context } from './context.js';
import type { ConnectedClient } from './connectedClient.js';
import { ERROR_DETAILS, type ErrorDetail } from './failures.js';
import { defined } from '../properties.js';
import { legalIcons } from '../icons.js';
import { type LoggerLike, LOGGER } from '../logger.js';
import { LOG_LEVEL } from '../loggingLevels.js';
import { encodeIllegal } from '../uri/percent.js';
import { RATE_LIMITS, type RateLimits } from './limits.js';
import type { Extension } from '../extension/declaration.js';
import type { ExtensionKey } from '../extension/key.js';
import type { Middleware } from './middleware.js';
import { OUTPUT_OPTIONS, type OutputOptions } from './output.js';

/** Limits on what the handlers of a server return. */
export interface ServerLimits {
  /** Maximum number of resources that the option `list` of a template returns at a time. A longer page is an error. Default 1,000. */
  readonly listLimit?: number | undefined;
}

/** {@link ServerLimits}. */
export const SERVER_LIMITS: OptionTable<ServerLimits> = { listLimit: count(1_000) };

/** Options of a server. */
export interface ServerOptions {
  /** Instructions for the client's model on how to use the server. Default: none. */
  readonly instructions?: string | undefined;
  /** The supported revisions. Default: all. */
  readonly revisions?: readonly RevisionChoice[] | undefined;
  /**
   * Features to declare even if they have no entries when the server starts, because entries are added later. `completions` has the options
   * `complete` of prompts and templates. Default: the features with entries at that time.
   */
  readonly features?: readonly FeatureName[] | undefined;
  /**
   * Capabilities to declare in addition to those of features and methods: for notifications of the protocol that this package has no
   * interface of its own for. They take precedence. Default: none.
   */
  readonly capabilities?: ServerCapabilities | undefined;
  /** Maximum number of entries in one page of a list (specification: Pagination). Default 100. */
  readonly pageSize?: number | undefined;
  /** Limits on what handlers return. Default: see each limit. */
  readonly limits?: ServerLimits | undefined;
  /**
   * The minimum level of log messages for clients that have not set one. Default `info`.
   *
   * @deprecated From revision 2026-07-28 on, and supported: write logs to stderr, or use OpenTelemetry.
   */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * Called when a client has opened a session and can receive messages outside of requests. Not called in revisions without sessions. Its
   * errors are reported to `onError`. Default: none.
   */
  readonly onClient?: ((client: ConnectedClient) => void | Promise<void>) | undefined;
  /**
   * Called when the roots of a client have changed: `context.roots.list()` requests them. Default: none.
   *
   * @deprecated From revision 2026-07-28 on, and supported: take paths as arguments of tools or as URIs of resources.
   */
  readonly onRootsChanged?: ((context: Context) => void | Promise<void>) | undefined;
  /**
   * Rate limits of each caller for tool calls, completion, log messages, sampling, and more; `false` removes them and the limit on
   * concurrent handlers. Default: see {@link RateLimits}.
   */
  readonly rateLimits?: RateLimits | false | undefined;
  /**
   * Carries the changes that clients are notified of: changed lists and updated resources. Servers with the same bus notify each other's
   * clients. Default: a separate bus in memory.
   */
  readonly changes?: ChangeBus | undefined;
  /**
   * Extensions of the protocol, from `defineExtension`: their messages, middleware, and hooks. They are declared to clients. All of them are
   * registered, or none. Default: none.
   */
  readonly extensions?: readonly Extension[] | undefined;
  /**
   * Middleware around every message, as of {@link Server.use}, in this order, and places for that of extensions: `[log, search, audit]`, with
   * the definition `search`. The middleware of extensions that are not named is outside of all. Default: none.
   */
  readonly middleware?: readonly (Middleware | ExtensionKey)[] | undefined;
  /** What clients of revision 2026-07-28 and later may cache, and for how long. Default: nothing. */
  readonly cache?: CacheOptions | undefined;
  /** Sanitizing and size limit of the output of tools and prompts. Default: sanitized, up to 8 Mi characters. */
  readonly output?: OutputOptions | undefined;
  /** Redacts log data before it is sent. `false` turns it off. Default: `redact`, which removes recognizable secrets and card numbers. */
  readonly redact?: ((data: unknown) => unknown) | false | undefined;
  /**
   * What the model receives when a tool fails with an error that is not a `ToolError`. `hide`: only that the tool failed. `show`: the
   * message of the error, up to 2,000 characters, which can contain paths, queries, or secrets. Errors of resources and prompts are always
   * hidden. Default `hide`.
   */
  readonly errors?: ErrorDetail | undefined;
  /**
   * For development: runs every handler that asks a client of revision 2026-07-28 or later twice, like the repeated run with the answer.
   * Reports to `onError` questions that differ between runs. On Node, also reports connections, files, and processes that a handler uses
   * before it asks, outside of `context.once`. Default false.
   */
  readonly rehearse?: boolean | undefined;
  /** Called for each error that no client receives in full. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Logs the errors that `onError` receives, and what is lost for clients of earlier revisions: `console`, or an instance of pino, for example. Default: nothing is logged. */
  readonly logger?: LoggerLike | undefined;
  /**
   * Called when a part of a message cannot be expressed in the revision of the client. Default: writes a warning about the first loss of each
   * kind to `logger`, or to stderr without one.
   */
  readonly onLoss?: LossListener | undefined;
  /**
   * Called when a message is sent or received that the negotiated revision deprecates, once for each method. Default: none.
   */
  readonly onDeprecated?: DeprecationListener | undefined;
}

/** A feature of a server. */
export type FeatureName = 'tools' | 'resources' | 'prompts' | 'completions';

/** The names of all features. */
export const FEATURES: readonly FeatureName[] = ['tools', 'resources', 'prompts', 'completions'];

/** {@link ServerOptions}. */
export const SERVER_OPTIONS: OptionTable<ServerOptions> = {
  instructions: STRING,
  revisions: LIST,
  features: listOf(FEATURES.join(', '), oneOf(...FEATURES)),
  capabilities: OBJECT,
  pageSize: count(100),
  limits: partGroup(SERVER_LIMITS),
  logLevel: LOG_LEVEL,
  onClient: FUNCTION,
  onRootsChanged: FUNCTION,
  rateLimits: orElse(false, group(RATE_LIMITS)),
  changes: methods('publish', 'subscribe'),
  extensions: { ...LIST, expected: 'an array of extensions' },
  middleware: { ...LIST, expected: 'an array of functions' },
  cache: group(CACHE_OPTIONS),
  output: group(OUTPUT_OPTIONS),
  redact: orElse(false, FUNCTION),
  errors: oneOf(...ERROR_DETAILS),
  rehearse: FLAG,
  onError: FUNCTION,
  logger: LOGGER,
  onLoss: FUNCTION,
  onDeprecated: FUNCTION,
};

/** Runtime options that follow from the server's definition, on every transport. */
export const DERIVED = [
  'serverInfo',
  'revisions',
  'capabilities',
  'invalidCapability',
  'instructions',
  'notifies',
  'methods',
  'checkFormats',
  'convertResult',
  'unknownNotification',
  'unknownRequest',
  'discovery',
  'rehearsal',
  'onSession',
  'onOpening',
  'onError',
] as const satisfies readonly (keyof RuntimeOptions)[];

/** The name of one of {@link DERIVED}. */
export type DerivedOption = (typeof DERIVED)[number];

/** Options of serving one client. */
export interface ServeOptions extends Omit<RuntimeOptions, DerivedOption> {
  /** The transport to the client. Default: standard input and output of this process. */
  readonly transport?: Transport | undefined;
  /** The identity of the client, for `context.auth` and `access`. Over stdio, this is the user who started the server. Default: none. */
  readonly auth?: AuthInfo | undefined;
  /** Values for handlers, as `context.locals`: what the program knows of the client, or of the connection. Default: none. */
  readonly locals?: ReadonlyMap<string, unknown> | undefined;
}

/** {@link ServeOptions}. */
export const SERVE_OPTIONS: OptionTable<ServeOptions> = {
  ...omit(DEFINITION_OPTIONS, DERIVED),
  transport: methods('start', 'send', 'close'),
  auth: OBJECT,
  locals: kind('a map', (given) => given instanceof Map),
};

/** Returns the runtime options of a server together with those of serving it. */
export function servedWith<Options extends Pick<RuntimeOptions, 'limits'>>(
  described: RuntimeOptions,
  options: Options,
): RuntimeOptions & Options {
  return { ...described, ...defined(options), limits: { ...described.limits, ...defined(options.limits ?? {}) } };
}

/**
 * Checks the info of a server, and returns it with encoded URIs.
 *
 * @throws {TypeError} if the name or version is missing, an icon is not allowed, or the website is not a string.
 */
export function checkedInfo(info: Implementation): Implementation {
  const given = info as Partial<Implementation> | undefined;
  if (typeof given?.name !== 'string' || typeof given.version !== 'string') {
    throw new TypeError(
      "Invalid server info: expected a name and a version, such as { name: 'weather', version: '1.0.0' }",
    );
  }
  checkValues('the server', info, { icons: LIST, websiteUrl: { ...STRING, expected: 'a URL as a string' } });
  const { icons, websiteUrl } = info;
  const legal = {
    icons: legalIcons('the server', icons),
    websiteUrl: websiteUrl === undefined ? undefined : encodeIllegal(websiteUrl),
  };
  return { ...info, ...defined(legal) };
}
