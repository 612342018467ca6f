import type { AnswerContext } from '../client/answering.js';
import type { Awaitable } from '../awaitable.js';
import type { MethodAnswers } from '../client/clientMethods.js';
import type { ElicitationOptions, FormContext, FormRequest } from '../client/elicitation.js';
import type { UrlRequest } from '../client/urlElicitations.js';
import type { RootInput } from '../client/roots.js';
import type { SamplingAnswer, SamplingContext, SamplingOptions, SamplingRequest } from '../client/sampling.js';
import { RECONNECT_OPTIONS } from '../client/connection.js';
import {
  checkSharedOptions,
  ELICITATION_OPTIONS,
  SAMPLING_OPTIONS,
  SHARED_OPTIONS,
  type SharedOptions,
} from '../client/options.js';
import type { Loss } from '../conversions/index.js';
import type { Deprecation } from '../deprecation.js';
import {
  checkOptions,
  duration,
  FUNCTION,
  group,
  LIST,
  OBJECT,
  omit,
  type OptionTable,
  orElse,
  required,
  STRINGS,
} from '@mcp-gen/runtime/options';
import type { LossyMessage } from '../translator.js';
import type { Audit } from './audit.js';
import type { ServerConfigs } from './config.js';
import type { Consent } from './consent.js';
import type { HostAuth } from './credentials.js';
import type { HostEvent } from './events.js';
import type { HostReconnectOptions } from './managedServer.js';
import { TOOL_FILTERS, type ToolFilterOptions } from './toolFilter.js';
import { HOST_LOCK, type HostLock } from './contractLock.js';
import type { UnifiedRequests } from '../unified.js';

/** Context of a server's request, with the name of the server in the host's configuration. */
export type HostContext<Context extends AnswerContext = AnswerContext> = Context & {
  /** The server that asks, by its name in the host's configuration: `server.name` is what the server calls itself. */
  readonly serverName: string;
};

/** Generates the next message of the conversation in a sampling request. Pass the model this conversation only, not the user's. */
export type HostModel = (request: SamplingRequest, context: HostContext<SamplingContext>) => Awaitable<SamplingAnswer>;

/** Lets a person review the sampling of all servers; see `SamplingReview` of `@mcp-gen/sdk/client`. */
export interface HostReview {
  /** Called with the request before the model is. Returns it, changed or unchanged, or `false` to refuse it. Default: no review. */
  readonly before?:
    | ((request: SamplingRequest, context: HostContext) => Awaitable<SamplingRequest | false>)
    | undefined;
  /**
   * Called with the model's message before it is sent to the server. Returns it, changed or unchanged, or `false` to withhold it. Default:
   * no review.
   */
  readonly after?:
    | ((answer: SamplingAnswer, request: SamplingRequest, context: HostContext) => Awaitable<SamplingAnswer | false>)
    | undefined;
}

/**
 * How servers can use the model; see `SamplingOptions` of `@mcp-gen/sdk/client`.
 *
 * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
 */
export interface HostSampling extends Omit<SamplingOptions, 'model' | 'review' | 'allowContext'> {
  /** Generates the next message with a model. It must stop when the signal of the context aborts. */
  readonly model: HostModel;
  /** Lets a person see, change, or refuse requests and their answers, after `consent`. Default: no review. */
  readonly review?: HostReview | undefined;
  /** Whether a request may include context of the server or of all servers, or a function that decides. Default false. */
  readonly allowContext?:
    | boolean
    | ((which: 'thisServer' | 'allServers', request: SamplingRequest, context: HostContext) => Awaitable<boolean>)
    | undefined;
}

/** How servers can ask the user; see `ElicitationOptions` of `@mcp-gen/sdk/client`. Show which server asks. */
export interface HostElicitation extends Omit<ElicitationOptions, 'form' | 'url' | 'onComplete'> {
  /** Shows a form, and returns the user's answer. Default: forms are not supported. */
  readonly form?:
    | ((request: FormRequest, context: HostContext<FormContext>) => ReturnType<NonNullable<ElicitationOptions['form']>>)
    | undefined;
  /** Shows a URL and the reason to visit it, and opens it if the user agrees. Default: URLs are not supported. */
  readonly url?:
    | ((request: UrlRequest, context: HostContext) => ReturnType<NonNullable<ElicitationOptions['url']>>)
    | undefined;
}

/** Answers of a host to requests of servers, by method. */
export type HostMethodAnswers = {
  readonly [Method in keyof MethodAnswers]?:
    | ((
        params: UnifiedRequests[Method]['params'],
        context: HostContext,
      ) => Awaitable<UnifiedRequests[Method]['result']>)
    | undefined;
};

/**
 * Options of a host. Those that it shares with `connect` hold for each of its servers. `name` is `mcp-gen host` by default, and `logger` also
 * logs the start and end of servers, and tool calls.
 */
export interface HostOptions extends SharedOptions {
  /** The servers, in the format of desktop hosts' configuration files; `readConfig` reads such a file. */
  readonly servers: ServerConfigs;
  /**
   * Authorizes requests to servers with a URL, for example with OAuth. Called once for each of them when the host is created. Default:
   * requests have only the headers of the configuration.
   */
  readonly auth?: HostAuth | undefined;
  /** Decides which tools may be called, which servers may use the model, and which roots they may see. Default: everything is denied. */
  readonly consent?: Consent | undefined;
  /**
   * Lets servers use a model, if consent allows it. Default: sampling is not supported.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
   */
  readonly sampling?: HostSampling | undefined;
  /**
   * The folders that servers may see, if consent allows it. Default: roots are not supported.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers take paths as arguments of tools or as URIs of resources.
   */
  readonly roots?: readonly RootInput[] | undefined;
  /** Lets servers ask the user. Default: elicitation is not supported. */
  readonly elicitation?: HostElicitation | undefined;
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
   * Restarts servers that failed to start, and reconnects when the connection was lost. Default: after 1,000 milliseconds, doubled with each
   * failed attempt, up to 5 attempts. `false`: never.
   */
  readonly reconnect?: boolean | HostReconnectOptions | undefined;
  /**
   * Milliseconds that `start` waits for servers; 0 waits without a limit. Slower servers continue to start, and an event reports when they
   * are running. Default 10,000.
   */
  readonly startTimeout?: number | undefined;

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
}

export const HOST_RECONNECT_OPTIONS: OptionTable<HostReconnectOptions> = omit(RECONNECT_OPTIONS, [
  'onLost',
  'onRestored',
]);

/** {@link HostOptions}. */
export const HOST_OPTIONS: OptionTable<HostOptions, 'discoverTimeout'> = {
  ...SHARED_OPTIONS,
  servers: required(OBJECT),
  auth: FUNCTION,
  consent: FUNCTION,
  sampling: group(SAMPLING_OPTIONS),
  roots: LIST,
  elicitation: group(omit(ELICITATION_OPTIONS, ['onComplete'])),
  methods: OBJECT,
  trusted: STRINGS,
  tools: TOOL_FILTERS,
  lock: group(HOST_LOCK),
  reconnect: orElse(true, orElse(false, group(HOST_RECONNECT_OPTIONS))),
  startTimeout: duration(10_000),
  onEvent: FUNCTION,
  audit: FUNCTION,
  onError: FUNCTION,
  onLoss: FUNCTION,
  onDeprecated: FUNCTION,
};

/**
 * @throws {TypeError} if an option, or a nested option, is unknown or has the wrong type.
 * @throws {RangeError} if a number is NaN or negative.
 */
export function checkHostOptions(options: HostOptions): void {
  checkOptions('the host', options, HOST_OPTIONS);
  checkSharedOptions('the host', options);
}
