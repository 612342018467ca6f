import type { AuthorRequests, ClientCapabilities, LoggingLevel } from '@mcp-gen/protocol/author';
import type { Ledger, PingOptions } from '@mcp-gen/runtime';
import type { AskedMethod } from '../client/answering.js';
import type { Awaitable } from '../awaitable.js';
import { checkAnswers, type MethodAnswers } from '../client/methods.js';
import type { Model } from '../client/chooseModel.js';
import type { ElicitationOptions, FormContext, FormRequest } from '../client/elicitation.js';
import type { UrlRequest } from '../client/visits.js';
import type { RootInput } from '../client/roots.js';
import type { SamplingAnswer, SamplingContext, SamplingRequest } from '../client/sampling.js';
import { PING_NUMBERS, RECONNECT_NUMBERS } from '../client/options.js';
import type { Loss } from '../conversions/index.js';
import type { Deprecation } from '../deprecation.js';
import { checkLogger, type LoggerLike } from '../logger.js';
import {
  checkFunctions,
  checkMethods,
  checkNumbers,
  checkObject,
  checkOptions,
  PING_OPTIONS,
  type OptionNames,
} from '../options.js';
import type { SupportedRevision } from '../revisions.js';
import type { LossyMessage } from '../translator.js';
import type { Audit } from './audit.js';
import type { ServerConfigs } from './config.js';
import type { Consent } from './consent.js';
import type { HostAuth } from './credentials.js';
import type { WithServer } from './context.js';
import type { HostEvent } from './events.js';
import type { RestartOptions } from './managedServer.js';
import { isNames, isToolFilter, type ToolFilterOptions } from './toolFilter.js';
import { checkHostLock, type HostLock } from './contractLock.js';

/** Generates the next message of the conversation in a sampling request. Pass the model this conversation only, not the user's. */
export type HostModel = (request: SamplingRequest, context: WithServer<SamplingContext>) => Awaitable<SamplingAnswer>;

/** Lets a person review the sampling of all servers; see `SamplingReview` of `@mcp-gen/sdk/client`. */
export interface HostReview {
  /** Called with the request before the model is. Returns it, changed or unchanged, or `false` to refuse it. Default: no review. */
  readonly before?: ((request: SamplingRequest, context: WithServer) => Awaitable<SamplingRequest | false>) | undefined;
  /**
   * Called with the model's message before it is sent to the server. Returns it, changed or unchanged, or `false` to withhold it. Default:
   * no review.
   */
  readonly after?:
    | ((answer: SamplingAnswer, request: SamplingRequest, context: WithServer) => Awaitable<SamplingAnswer | false>)
    | undefined;
}

/** How servers can ask the user; see `ElicitationOptions` of `@mcp-gen/sdk/client`. Show which server asks. */
export interface HostElicitation {
  /** Shows a form, and returns the user's answer. Default: forms are not supported. */
  readonly form?:
    | ((request: FormRequest, context: WithServer<FormContext>) => ReturnType<NonNullable<ElicitationOptions['form']>>)
    | undefined;
  /** Shows a URL and the reason to visit it, and opens it if the user agrees. Default: URLs are not supported. */
  readonly url?:
    | ((request: UrlRequest, context: WithServer) => ReturnType<NonNullable<ElicitationOptions['url']>>)
    | undefined;
}

/** Answers of a host to requests of servers, by method. */
export type HostMethodAnswers = {
  readonly [Method in keyof MethodAnswers & AskedMethod]?:
    | ((params: AuthorRequests[Method]['params'], context: WithServer) => Awaitable<AuthorRequests[Method]['result']>)
    | undefined;
};

/** Options of a host. */
export interface HostOptions {
  /** The servers, in the format of desktop hosts' configuration files; `readConfig` reads such a file. */
  readonly servers: ServerConfigs;
  /** The name that the host sends to servers. Default `mcp-gen host`. */
  readonly name?: string | undefined;
  /** Its version. Default `0.0.0`. */
  readonly version?: string | undefined;
  /** The supported revisions. Default: all. */
  readonly revisions?: readonly SupportedRevision[] | undefined;

  /**
   * Authorizes requests to servers with a URL, for example with OAuth. Called once for each of them when the host is created. Default:
   * requests have only the headers of the configuration.
   */
  readonly auth?: HostAuth | undefined;
  /** Decides which tools may be called, which servers may use the model, and which roots they may see. Default: everything is denied. */
  readonly consent?: Consent | undefined;
  /**
   * Handles the sampling requests of all servers, if consent allows them. Default: sampling is not supported.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
   */
  readonly model?: HostModel | undefined;
  /**
   * Lets a person see, change, or refuse sampling requests and their answers, after `consent`. Default: no review.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
   */
  readonly review?: HostReview | undefined;
  /**
   * The available models, in order of preference: the one that matches a request best is in its context. Default: none.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
   */
  readonly models?: readonly Model[] | undefined;
  /**
   * Whether the model can call tools that a server provides in a request. Default false.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
   */
  readonly modelTools?: boolean | undefined;
  /**
   * The folders that servers may see, if consent allows it. Default: roots are not supported.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers take paths as arguments of tools or as URIs of resources.
   */
  readonly roots?: readonly RootInput[] | undefined;
  /** Lets servers ask the user. Default: elicitation is not supported. */
  readonly elicit?: HostElicitation | undefined;
  /**
   * Capabilities to declare to every server in addition to those of the other options; see `capabilities` of `connect`. They take precedence.
   * Default: none.
   */
  readonly capabilities?: ClientCapabilities | undefined;
  /**
   * Answers other requests of servers by method, in the unified types, if consent allows each of them; see `methods` of `connect`. Requests
   * without an answer are refused. Default: none.
   */
  readonly methods?: HostMethodAnswers | undefined;
  /** The servers whose tool annotations can be trusted; see `ListedTool` of `@mcp-gen/sdk/client`. Default: none. */
  readonly trusted?: readonly string[] | undefined;

  /**
   * The tools of each server that are offered and can be called, by server name: an array of names, or an object with `include` and
   * `exclude`. The filter in the server's configuration applies as well. Default: all.
   */
  readonly tools?: { readonly [server: string]: readonly string[] | ToolFilterOptions } | undefined;
  /** Offers only tools, prompts, templates, and instructions that match their reviewed contract, or marks others. Default: no review. */
  readonly lock?: HostLock | undefined;
  /**
   * The minimum level of log messages from servers. Default: each server decides; from revision 2026-07-28 on `info`.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers write logs to stderr, or they use OpenTelemetry.
   */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * Restarts servers that failed to start, or whose connection was lost. Default: after 1,000 milliseconds, doubled with each failed
   * attempt, up to 5 attempts. `false`: never.
   */
  readonly restart?: RestartOptions | false | undefined;
  /**
   * Milliseconds that `start` waits for servers; 0 waits without a limit. Slower servers continue to start, and an event reports when they
   * are running. Default 10,000.
   */
  readonly startTimeout?: number | undefined;
  /** Milliseconds to wait for the response to a request without its own timeout; 0 waits without a limit. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Pings the servers, and restarts those that stop responding. `interval: 0` turns it off. Default: no pings. */
  readonly ping?: PingOptions | undefined;
  /** Counts and limits the memory that servers make this process hold. Default: the ledger of the process. */
  readonly ledger?: Ledger | undefined;

  /** Called with each event. Default: none. */
  readonly onEvent?: ((event: HostEvent) => void) | undefined;
  /** Stores a record of each tool call. Calls do not wait for it, but `close` does. Default: none. */
  readonly audit?: Audit | undefined;
  /**
   * Called for errors that no caller receives, with the server of the error. Default: one line each on stderr, unless there is a `logger`.
   */
  readonly onError?: ((error: unknown, server: string | undefined) => void) | undefined;
  /**
   * Called when a part of a message cannot be expressed in the revision of a server. Default: writes a warning about the first loss of each
   * kind and server to `logger`, or to stderr without one.
   */
  readonly onLoss?: ((loss: Loss, message: LossyMessage, server: string) => void) | undefined;
  /**
   * Called when a message is sent or received that the revision of a server deprecates, once for each method and server. Default: none.
   */
  readonly onDeprecated?: ((deprecation: Deprecation, server: string) => void) | undefined;
  /** Logs the errors that `onError` receives, the start and end of servers, and tool calls. Default: nothing is logged. */
  readonly logger?: LoggerLike | undefined;
}

const OPTIONS: OptionNames<HostOptions> = {
  servers: true,
  name: true,
  version: true,
  revisions: true,
  auth: true,
  consent: true,
  model: true,
  review: true,
  models: true,
  modelTools: true,
  roots: true,
  elicit: true,
  capabilities: true,
  methods: true,
  trusted: true,
  tools: true,
  lock: true,
  logLevel: true,
  restart: true,
  startTimeout: true,
  timeout: true,
  ping: true,
  ledger: true,
  onEvent: true,
  audit: true,
  onError: true,
  onLoss: true,
  onDeprecated: true,
  logger: true,
};

const RESTART: OptionNames<RestartOptions> = { attempts: true, delay: true };
const REVIEW: OptionNames<HostReview> = { before: true, after: true };
const ELICIT: OptionNames<HostElicitation> = { form: true, url: true };

/**
 * @throws {TypeError} if an option, or a nested option, is unknown or has the wrong type.
 * @throws {RangeError} if a number is NaN or negative.
 */
export function checkHostOptions(options: HostOptions): void {
  checkOptions('the host', options, OPTIONS);
  checkNumbers('the host', options, { timeout: 'timeout', startTimeout: 'timeout' });
  checkFunctions('the host', options, [
    'auth',
    'consent',
    'model',
    'onEvent',
    'audit',
    'onError',
    'onLoss',
    'onDeprecated',
  ]);
  const { model: sampling, elicit: elicitation, roots } = options;
  checkAnswers({ methods: options.methods as MethodAnswers | undefined, sampling, elicitation, roots }, 'the host', {
    sampling: 'model',
    elicitation: 'elicit',
  });
  checkLogger('the host', options.logger);
  checkObject('capabilities', 'the host', options.capabilities);
  checkMethods('ledger', 'the host', options.ledger, ['connection']);
  const { restart, review, elicit, ping, lock, tools = {} } = options;
  if (lock !== undefined) checkHostLock(lock);
  if (typeof restart === 'object') {
    checkOptions('the option restart of the host', restart, RESTART);
    checkNumbers('the option restart of the host', restart, RECONNECT_NUMBERS);
  }
  if (ping !== undefined) {
    checkOptions('the option ping of the host', ping, PING_OPTIONS);
    checkNumbers('the option ping of the host', ping, PING_NUMBERS);
  }
  for (const [server, filter] of Object.entries(tools)) {
    if (isNames(filter) || isToolFilter(filter)) continue;
    throw new TypeError(
      `Invalid option "tools" for the host: expected an array of names, or an object with the arrays include and exclude, for the server ${server}`,
    );
  }
  if (review !== undefined) checkOptions('the option review of the host', review, REVIEW);
  if (elicit !== undefined) checkOptions('the option elicit of the host', elicit, ELICIT);
}
