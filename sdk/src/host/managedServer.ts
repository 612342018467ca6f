import { NegotiationError, type PeerInfo, type Quota } from '@mcp-gen/runtime';
import { defined } from '../properties.js';
import type { Client } from '../client/client.js';
import { connect } from '../client/connect.js';
import { retriesOf, type ReconnectOptions } from '../client/connection.js';
import type { ClientOptions } from '../client/options.js';
import { requiredLogin } from '../client/login.js';
import type { ServerTarget } from './config.js';
import type { Credentials } from './credentials.js';
import { ServerNotRunningError } from './hostErrors.js';
import { ServerOffers, type OfferName } from './hostOffers.js';
import type { ToolFilter } from './toolFilter.js';
import type { ContractLock } from './contractLock.js';
import type { Drift } from './lock.js';

/**
 * The status of a server: `starting` for the first time; `running`; `restarting`, after a failed start or a lost connection; `needs-login`,
 * until `host.login`; `failed`, without further attempts; `stopped`, by the host.
 */
export type ServerStatus = 'starting' | 'running' | 'restarting' | 'needs-login' | 'failed' | 'stopped';

/** The current state of a server. */
export interface ServerState {
  /** Its name in the host's configuration. */
  readonly name: string;
  /** Its status. */
  readonly status: ServerStatus;
  /** Why it is not running, or is being restarted. */
  readonly error?: Error;
  /** The server, as it introduced itself, and its declared capabilities, while it is running. */
  readonly info?: PeerInfo;
  /** The negotiated revision. */
  readonly revision?: string;
  /** The server's own instructions. They are untrusted input: tell a model so. */
  readonly instructions?: string;
  /** How the instructions differ from the reviewed ones. Undefined if they do not, and without the option `lock`. */
  readonly instructionsDrift?: Drift;
}

/**
 * Options for restarting servers that failed to start, or whose connection was lost.
 *
 * @interface
 */
export type HostReconnectOptions = Pick<ReconnectOptions, 'attempts' | 'delay'>;

/** Dependencies of a managed server. */
export interface ManagedServerParts {
  readonly name: string;
  readonly target: ServerTarget;
  /** Undefined: its requests are not authorized. */
  readonly credentials: Credentials | undefined;
  readonly filter: ToolFilter;
  /** What was reviewed. Undefined: everything is offered. */
  readonly lock: ContractLock | undefined;
  /** Undefined: the server is started only once. */
  readonly reconnect: HostReconnectOptions | undefined;
  /** Counts the memory of cached lists. */
  readonly quota: Quota;
  /** Called with each client that is connected. */
  readonly onClient: (client: Client) => void;
  /** Returns the options of the client for each run. */
  readonly clientOptions: () => ClientOptions;
  readonly onState: (state: ServerState) => void;
  /** Called when lists have changed: with all of them after a new session was opened. */
  readonly onOffers: (names: readonly OfferName[]) => void;
  readonly report: (error: unknown) => void;
}

const NEVER: HostReconnectOptions = { attempts: 0 };

const ALL_OFFERS: readonly OfferName[] = ['tools', 'resources', 'templates', 'prompts'];

/** The host's lists that are affected when a list of the protocol changes. */
const OFFERS_IN: ReadonlyMap<string, readonly OfferName[]> = new Map([
  ['tools', ['tools']],
  ['resources', ['resources', 'templates']],
  ['prompts', ['prompts']],
]);

/** Returns whether a list of the protocol is among the lists of a host. */
export function hasOffers(list: string): boolean {
  return OFFERS_IN.has(list);
}

/** One server of a host: starts, monitors, restarts, and stops it. */
export class ManagedServer {
  readonly name: string;
  readonly #parts: ManagedServerParts;
  #state: ServerState;
  #client: Client | undefined;
  #offers: ServerOffers | undefined;
  /** The current run, since the server was started last. */
  #run: { readonly stop: AbortController; readonly over: Promise<void> } | undefined;

  constructor(parts: ManagedServerParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#state = { name: parts.name, status: 'stopped' };
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The lists of the server, if it is running or restarting. */
  get offers(): ServerOffers | undefined {
    return this.#offers;
  }

  /** @throws {ServerNotRunningError} with the reason. */
  get client(): Client {
    if (this.#client !== undefined) return this.#client;
    throw this.#notRunning();
  }

  /** The client, if the server is connected. */
  get connected(): Client | undefined {
    return this.#client;
  }

  /**
   * Allows the user to log in: during the start, if the server is not running, and else for the next request that requires it.
   *
   * @throws {ServerNotRunningError} if the server is not running afterwards, with the reason.
   */
  async login(): Promise<void> {
    const { credentials } = this.#parts;
    if (credentials === undefined) {
      throw new TypeError(`The server ${this.name} has no credentials for a login: set the option auth of the host`);
    }
    if (this.#client !== undefined) {
      credentials.allowNext();
      return;
    }
    await credentials.allowDuring(async () => {
      await this.stop();
      await this.start();
    });
    if (this.connected === undefined) throw this.#notRunning();
  }

  /** Starts the server, unless it has been started. Resolves when the first attempt has succeeded or failed. */
  start(): Promise<void> {
    if (this.#run !== undefined) return Promise.resolve();
    return new Promise((tried) => {
      const stop = new AbortController();
      this.#run = { stop, over: this.#keepRunning(stop.signal, tried) };
    });
  }

  /** Stops the server, if it has been started. Resolves when it has ended. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    run.stop.abort(new ServerNotRunningError(`The server ${this.name} was stopped`));
    await run.over;
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#become('stopped');
  }

  #notRunning(): ServerNotRunningError {
    const { status, error } = this.#state;
    const why = error === undefined ? '' : `: ${error.message}`;
    const remedy = status === 'needs-login' ? 'login' : 'restart';
    return new ServerNotRunningError(
      `The server ${this.name} is not running (${status}${why}). host.${remedy}('${this.name}') starts it`,
    );
  }

  /** Never rejects: errors are in the state. */
  async #keepRunning(stop: AbortSignal, tried: () => void): Promise<void> {
    this.#become('starting');
    const onRetry = (error: unknown): void => {
      this.#become('restarting', errorOf(error));
      tried();
    };
    const retries = retriesOf(this.#parts.reconnect ?? NEVER);
    try {
      await retries.run(() => this.#open(stop), { signal: stop, mayPass, onRetry });
    } catch (error) {
      if (!isAborted(stop)) this.#fail(errorOf(error));
    }
    tried();
    await this.#watch(stop);
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { target, options } = this.#parts.target;
    const client = await connect(target, { ...this.#clientOptions(), ...defined(options), signal });
    const { filter, lock, quota, report } = this.#parts;
    this.#offers = new ServerOffers({ server: this.name, client, filter, lock, quota, report });
    this.#client = client;
    this.#parts.onClient(client);
    this.#runs();
  }

  /** Waits until the server is lost permanently, or is to be stopped. */
  async #watch(stop: AbortSignal): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    const stopped = new Promise<void>((resolve) => {
      if (isAborted(stop)) resolve();
      else stop.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([client.closed, stopped]);
    await client.close();
    this.#client = undefined;
    this.#offers?.forget(...ALL_OFFERS);
    this.#offers = undefined;
    if (!isAborted(stop)) this.#fail(await client.closed);
    this.#parts.onOffers(ALL_OFFERS);
  }

  #fail(error: Error): void {
    const login = requiredLogin(error);
    if (login === undefined) this.#become('failed', error);
    else this.#become('needs-login', login);
  }

  #clientOptions(): ClientOptions {
    const { reconnect, clientOptions, credentials, report } = this.#parts;
    return {
      ...clientOptions(),
      ...(credentials && { auth: credentials.auth }),
      onError: report,
      onListChanged: (list) => this.#changed(OFFERS_IN.get(list) ?? []),
      reconnect: reconnect !== undefined && {
        ...reconnect,
        onLost: (reason) => this.#become('restarting', reason),
        onRestored: () => this.#runs(),
      },
    };
  }

  #runs(): void {
    this.#become('running');
    this.#changed(ALL_OFFERS);
  }

  #changed(names: readonly OfferName[]): void {
    this.#offers?.forget(...names);
    this.#parts.onOffers(names);
  }

  #instructions({ instructions }: Client): Pick<ServerState, 'instructions' | 'instructionsDrift'> {
    if (instructions === undefined) return {};
    return this.#parts.lock?.instructions(instructions) ?? { instructions };
  }

  #become(status: ServerStatus, error?: Error): void {
    const client = status === 'running' ? this.#client : undefined;
    this.#state = {
      name: this.name,
      status,
      ...(error !== undefined && { error }),
      ...(client && { info: client.server, revision: client.revision }),
      ...(client && this.#instructions(client)),
    };
    this.#parts.onState(this.#state);
  }
}

/** A function, since TypeScript assumes that the value does not change across `await`. */
function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** Returns whether a retry may succeed. */
function mayPass(error: unknown): boolean {
  return !(error instanceof TypeError || error instanceof NegotiationError || requiredLogin(error) !== undefined);
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
