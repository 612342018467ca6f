import type { LoggingLevel } from '@mcp-gen/protocol/author';
import type { Ledger, PingOptions } from '@mcp-gen/runtime';
import type { Awaitable } from '../client/answering.js';
import type { Model } from '../client/chooseModel.js';
import type { ElicitationOptions, FormContext, FormRequest } from '../client/elicitation.js';
import type { UrlRequest } from '../client/visits.js';
import type { RootInput } from '../client/roots.js';
import type { SamplingAnswer, SamplingContext, SamplingRequest } from '../client/sampling.js';
import { PING_NUMBERS, RECONNECT_NUMBERS } from '../client/options.js';
import { checkLogger, type LoggerLike } from '../logger.js';
import {
  checkFunctions,
  checkMethods,
  checkNumbers,
  checkOptions,
  PING_OPTIONS,
  type OptionNames,
} from '../options.js';
import type { SupportedRevision } from '../revisions.js';
import type { Audit } from './audit.js';
import type { ServerConfigs } from './config.js';
import type { Consent } from './consent.js';
import type { HostAuth } from './credentials.js';
import type { WithServer } from './context.js';
import type { HostEvent } from './events.js';
import type { RestartOptions } from './managedServer.js';
import { isNames, isToolFilter, type ToolFilterOptions } from './toolFilter.js';
import { checkHostLock, type HostLock } from './toolLock.js';

/** Writes the next message of the conversation that a server hands in. That is all it is to know: no other conversation. */
export type HostModel = (request: SamplingRequest, context: WithServer<SamplingContext>) => Awaitable<SamplingAnswer>;

/** How a person looks after the sampling of all servers; see `SamplingReview` of `@mcp-gen/sdk/client`. */
export interface HostReview {
  /** Sees the request before the model does. Gives it back, changed or not, or `false` to refuse it. Default: it is not seen. */
  readonly before?: ((request: SamplingRequest, context: WithServer) => Awaitable<SamplingRequest | false>) | undefined;
  /** Sees the answer before the server does. Gives it back, changed or not, or `false` to keep it. Default: it is not seen. */
  readonly after?:
    | ((answer: SamplingAnswer, request: SamplingRequest, context: WithServer) => Awaitable<SamplingAnswer | false>)
    | undefined;
}

/** How a host has its user asked by servers; see `ElicitationOptions` of `@mcp-gen/sdk/client`. Which server asks has to be in sight. */
export interface HostElicitation {
  /** Shows a form, and says what became of it. Left out: servers cannot have forms filled in. */
  readonly form?:
    | ((request: FormRequest, context: WithServer<FormContext>) => ReturnType<NonNullable<ElicitationOptions['form']>>)
    | undefined;
  /**
   * Shows where a page is and why it should be visited, and opens it if the user agrees. Left out: servers cannot send the user
   * anywhere.
   */
  readonly url?:
    | ((request: UrlRequest, context: WithServer) => ReturnType<NonNullable<ElicitationOptions['url']>>)
    | undefined;
}

/** Options of a host. */
export interface HostOptions {
  /** The servers, as configuration files of desktop hosts name them; `readConfig` reads such a file. */
  readonly servers: ServerConfigs;
  /** How the host introduces itself to servers. Default `mcp-gen host`. */
  readonly name?: string | undefined;
  /** Its version. Default `0.0.0`. */
  readonly version?: string | undefined;
  /** The revisions it supports. Default: all. */
  readonly revisions?: readonly SupportedRevision[] | undefined;

  /**
   * Authorizes requests to servers that are reached by a URL, for example with OAuth. Called once for each of them when the host is made.
   * Default: requests have the headers of the configuration, and no other credentials.
   */
  readonly auth?: HostAuth | undefined;
  /** Decides which tools may be called, which servers may use the model, and which roots they may know of. Default: none. */
  readonly consent?: Consent | undefined;
  /** Answers the sampling of all servers, where consent allows it. Left out: they cannot sample. */
  readonly model?: HostModel | undefined;
  /** A person between the servers and the model, after `consent`: sees, changes or refuses what is asked and what is answered. */
  readonly review?: HostReview | undefined;
  /** The models there are, the best liked first: the one that suits a request best is in its context. Default: none. */
  readonly models?: readonly Model[] | undefined;
  /** Whether the model can call tools that a server sends along. Default false. */
  readonly modelTools?: boolean | undefined;
  /** The folders that matter, for servers that consent allows to know of them. Left out: they cannot ask. */
  readonly roots?: readonly RootInput[] | undefined;
  /** Lets servers ask the user. Left out: they cannot. */
  readonly elicit?: HostElicitation | undefined;
  /** The servers whose annotations of tools can be trusted; see `ListedTool` of `@mcp-gen/sdk/client`. Default: none. */
  readonly trusted?: readonly string[] | undefined;

  /**
   * Which tools of a server are offered and can be called, by the name of the server: an array of those that are, or an object with
   * `include` and `exclude`. A tool has to pass what the server's own
   * configuration says, as well. Default: all of them.
   */
  readonly tools?: { readonly [server: string]: readonly string[] | ToolFilterOptions } | undefined;
  /** Offers only tools that are as they were reviewed, or asks for consent to others. Default: tools need no review. */
  readonly lock?: HostLock | undefined;
  /** Which messages of the servers' logs are wanted: those of a level and all that are graver. Default: as each server thinks fit, and none from revision 2026-07-28 on. */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * How servers that cannot be started, or are lost, are started again. Default: after 1,000 milliseconds, doubled with each failed
   * attempt, up to 5 attempts. `false`: never.
   */
  readonly restart?: RestartOptions | false | undefined;
  /**
   * Milliseconds that `start` waits for servers. Those that need longer are still being started then, and an event says when they are
   * running; 0 waits without a limit. Default 10,000.
   */
  readonly startTimeout?: number | undefined;
  /** Milliseconds to wait for the answer to a request that has no timeout of its own; 0 waits without a limit. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Pings the servers, so that one that hangs is noticed and restarted. `interval: 0` turns it off. Default: no pings. */
  readonly ping?: PingOptions | undefined;
  /** Counts what servers make this process hold, and limits it. Default: the ledger of the process. */
  readonly ledger?: Ledger | undefined;

  /** Called with what happens. Default: nothing is called. */
  readonly onEvent?: ((event: HostEvent) => void) | undefined;
  /** Keeps a record of each call of a tool. No call waits for it, but `close` does. Default: none is kept. */
  readonly audit?: Audit | undefined;
  /** Called for errors that no caller receives, with the server they come from. Default: one line each on stderr, unless there is a `logger`. */
  readonly onError?: ((error: unknown, server: string | undefined) => void) | undefined;
  /** Logs what `onError` is called for, how servers start and end, and which tools are called. Default: nothing is logged. */
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
  logger: true,
};

const RESTART: OptionNames<RestartOptions> = { attempts: true, delay: true };
const REVIEW: OptionNames<HostReview> = { before: true, after: true };
const ELICIT: OptionNames<HostElicitation> = { form: true, url: true };

/**
 * @throws {TypeError} if an option is unknown or has the wrong type, also inside of another one.
 * @throws {RangeError} if a number is NaN or negative.
 */
export function checkHostOptions(options: HostOptions): void {
  checkOptions('the host', options, OPTIONS);
  checkNumbers('the host', options, { timeout: 'timeout', startTimeout: 'timeout' });
  checkFunctions('the host', options, ['auth']);
  checkLogger('the host', options.logger);
  checkMethods('The option ledger of the host', options.ledger, ['connection']);
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
      `The option tools of the host must have an array of names, or an object of such arrays, include and exclude, for the server ${server}`,
    );
  }
  if (review !== undefined) checkOptions('the option review of the host', review, REVIEW);
  if (elicit !== undefined) checkOptions('the option elicit of the host', elicit, ELICIT);
}
