import type { PeerInfo, SessionHandle } from '@mcp-gen/runtime';
import type { ServerNotificationMethod } from '../registry.js';
import { hasCapability } from './capabilities.js';
import type { ClientState } from './clientState.js';
import { clientLogger, logSender, type Logger, type LogOptions, type Notify, type SendLog } from './logging.js';
import { applicationNotify } from './applicationNotify.js';
import type { ExtensionOfClient, ExtensionsOfClients } from './extensionClient.js';
import type { UnifiedNotifications } from '../unified.js';

/**
 * A connected client, passed to the option `onClient` of a server. Describes the client and sends it messages outside of requests. Its
 * functions are bound, so that they can be destructured: `({ notify }) => ...`.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 *
 * const server = new Server(
 *   { name: 'weather', version: '1.0.0' },
 *   {
 *     onClient: ({ info, session, log, closed }) => {
 *       session.set('since', Date.now());
 *       log.info(`Welcome, ${info.name}`);
 *       void closed.then(() => console.error(`${info.name} has gone`));
 *     },
 *   },
 * );
 * server.serve();
 * ```
 */
export class ConnectedClient {
  readonly #session: SessionHandle;
  readonly #clientState: ClientState;
  readonly #options: LogOptions;
  readonly #sendLog: SendLog;
  readonly #notify: Notify;
  readonly #extensions: ExtensionsOfClients;
  #log: Logger | undefined;

  /** @internal */
  static notifyUnconverted(client: ConnectedClient, method: string, params: unknown): Promise<void> {
    return (client.#notify as (method: string, params: unknown) => Promise<void>)(method, params);
  }

  /** @internal */
  constructor(session: SessionHandle, clientState: ClientState, options: ConnectedClientOptions, notify: Notify) {
    this.#extensions = options.extensions;
    this.#session = session;
    this.#clientState = clientState;
    this.#options = options;
    this.#notify = notify;
    this.#sendLog = logSender(options, () => clientState.logLevel, clientState.key, notify);
  }

  /** The client's name and version, and the capabilities it declared. */
  get info(): PeerInfo {
    return this.#session.peer;
  }

  /** The revision of the session: `2025-06-18`. Revisions without sessions do not have connected clients. */
  get revision(): string {
    return this.#session.revision;
  }

  /** Per-session data of the application, dropped when the session ends: the same as `context.session`. */
  get session(): Map<string, unknown> {
    return this.#clientState.data;
  }

  /** The id of the session, if the transport has one. Anyone who has it can send messages in the session: do not log it. */
  get sessionId(): string | undefined {
    return this.#session.id;
  }

  /** Resolves when the session has ended, with the reason. Never rejects. */
  get closed(): Promise<Error> {
    return this.#session.closed;
  }

  /**
   * Returns whether the client has declared a capability and the revision supports it: `can('sampling')`, `can('elicitation.url')`,
   * `can('extensions.com.example/tasks')`.
   */
  get can(): (capability: string) => boolean {
    return (capability) => hasCapability(this.info.capabilities, capability, this.revision);
  }

  /**
   * Returns an extension of the client, to send it notifications. Undefined if the client has not declared the extension, or it is inactive
   * in the revision.
   *
   * @throws {TypeError} if the server was created without the extension.
   */
  get extension(): ExtensionOfClient {
    return (key) => this.#extensions.of(this, key);
  }

  /**
   * Sends log messages to the client: `log.info('done')`. Messages below the client's level and beyond `rateLimits.logs` are dropped.
   *
   * @deprecated From revision 2026-07-28 on, and supported: write logs to stderr, or use OpenTelemetry.
   */
  get log(): Logger {
    return (this.#log ??= clientLogger(this.#sendLog, this.#options.report));
  }

  /**
   * Sends a notification. Resolves when the transport has accepted it. Log messages are filtered and redacted, as with {@link log}.
   *
   * @throws {TypeError} if the server sends the notification itself, or the client has not subscribed to the resource that it is about.
   * @throws {NotExpressibleError} if it cannot be expressed in the revision of the session.
   * @throws {ConnectionClosedError} if the session has ended.
   */
  get notify(): <Method extends ServerNotificationMethod>(
    method: Method,
    params: UnifiedNotifications[Method]['params'],
  ) => Promise<void> {
    return applicationNotify(this.#clientState, this.revision, this.#sendLog, this.#notify);
  }
}

/** What all connected clients of a server share. */
interface ConnectedClientOptions extends LogOptions {
  readonly extensions: ExtensionsOfClients;
}

/** Calls a function without awaiting its result, and reports its errors. */
export async function attempt(act: () => void | Promise<void>, report: (error: unknown) => void): Promise<void> {
  try {
    await act();
  } catch (error) {
    report(error);
  }
}
