import { pause } from '../timers.js';
import type { Message, NotificationMessage, RequestId, RequestMessage, ResultMessage } from '../jsonrpc/messages.js';
import * as Method from '../registry/methods.js';
import type { Transport } from '../transports/transport.js';
import type { ContractRule } from './cases.js';
import { End, type Line } from './end.js';
import { REVISION } from './revision.js';

/**
 * Features that only some transports have. The contract requires all of them, except those in `ContractOptions.lacks`:
 *
 * - `limit`: messages have a maximum size.
 * - `malformed`: invalid messages can arrive.
 * - `backpressure`: a sender that is faster than the receiver must wait.
 * - `batches`: several messages are sent as one.
 * - `requestOrder`: requests arrive in the order in which they were sent.
 * - `early`: messages that are sent before the server's end is started are delivered later.
 * - `serverClose`: the client is notified when the server's end closes.
 */
export type TransportFeature =
  | 'limit'
  | 'malformed'
  | 'backpressure'
  | 'batches'
  | 'requestOrder'
  | 'early'
  | 'serverClose';

/** The two ends of one connection, not started, with functions that cases need. */
export interface TransportPair {
  /** The end of the client. */
  readonly client: Transport;
  /** The other end. It may be in another process, or created with the client's first message. */
  readonly server: Transport;
  /** For `limit`: the maximum bytes of a message as JSON, the same in both directions. At least 1,000. */
  readonly messageLimit?: number | undefined;
  /** For `malformed`: makes an invalid message arrive at one end, such as text that is not JSON. */
  readonly garble?: ((at: 'client' | 'server') => void | Promise<void>) | undefined;
  /**
   * For `backpressure`: stops the server's end from reading, until the returned function is called. If the end is in another process, the
   * promise resolves when it has stopped.
   */
  readonly stall?: (() => (() => void) | Promise<() => void>) | undefined;
  /** Releases resources of the pair other than its transports. Called after each case, when both have been closed. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
}

/** One rule of the transport contract. */
export type Rule = ContractRule<Stage, TransportFeature>;

const INTRODUCTION = { protocolVersion: REVISION, capabilities: {} };
const INITIALIZE = 'open';

/** Two ends of a connection, for one case. */
export class Stage {
  readonly client: End;
  readonly server: End;
  readonly pair: TransportPair;
  /** Milliseconds to wait for an expected event. */
  readonly timeout: number;
  /** State that both ends share. */
  readonly line: Line = { sending: false, calledWithinSend: false };
  readonly #ends: (() => Promise<unknown>)[] = [];
  #cleared: Promise<void> | undefined;

  constructor(pair: TransportPair, timeout: number) {
    this.pair = pair;
    this.timeout = timeout;
    this.client = new End('client', pair.client, this.line, timeout);
    this.server = new End('server', pair.server, this.line, timeout);
  }

  /** Starts both ends and opens a session, without which some transports cannot send messages. */
  async open(): Promise<void> {
    const { client, server } = this;
    await Promise.all([server.start(), client.start()]);
    const clientInfo = { name: 'contract', version: '1.0.0' };
    const initialize = request(INITIALIZE, Method.initialize, { ...INTRODUCTION, clientInfo });
    void client.send(initialize);
    await server.expect(initialize);
    const opened = result(INITIALIZE, { ...INTRODUCTION, serverInfo: clientInfo });
    void server.send(opened);
    await client.expect(opened);
    const initialized = notification(Method.notificationsInitialized);
    void client.send(initialized);
    await server.expect(initialized);
  }

  /** Sender and receiver in both directions. */
  get directions(): readonly (readonly [from: End, to: End])[] {
    return [
      [this.client, this.server],
      [this.server, this.client],
    ];
  }

  /** Waits until a condition holds. @throws {Error} if it takes too long. */
  async until(isTrue: () => boolean, what: () => string): Promise<void> {
    const deadline = performance.now() + this.timeout;
    while (!isTrue()) {
      if (performance.now() > deadline) throw new Error(`Timed out after ${this.timeout} ms waiting for ${what()}`);
      await pause(5);
    }
  }

  /** Returns a part of the pair that a case needs. @throws {Error} if it is missing. */
  part<Name extends keyof TransportPair>(name: Name, ability: TransportFeature): NonNullable<TransportPair[Name]> {
    const part = this.pair[name];
    if (part !== undefined) return part;
    throw new Error(
      `The pair has no ${name}: add it, or set lacks.${ability} to the reason why the transport does not need it`,
    );
  }

  /** Calls a function before the transports are closed, with what uses them. Its errors are not those of the case. */
  onClear(end: () => Promise<unknown>): void {
    this.#ends.push(end);
  }

  /** Closes open transports, and releases the pair. */
  clear(): Promise<void> {
    this.#cleared ??= this.#clear();
    return this.#cleared;
  }

  async #clear(): Promise<void> {
    await Promise.allSettled(this.#ends.map((end) => end()));
    await Promise.all([this.client.close(), this.server.close()]);
    await this.client.wait(Promise.resolve(this.pair.dispose?.()), 'dispose');
  }
}

export function request(id: RequestId, method: string, params?: object): RequestMessage {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function result(id: RequestId, value: object): ResultMessage {
  return { jsonrpc: '2.0', id, result: value };
}

export function notification(method: string, params?: object): NotificationMessage {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

/** Returns some notifications with numbers. */
export function notes(count: number, text = ''): readonly Message[] {
  return Array.from({ length: count }, (_, n) => notification('contract/note', { n, text }));
}
