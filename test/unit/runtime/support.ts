import type { HandlerContext, Revision } from '../../../runtime/src/codegen/v1.js';
import type { ConnectionClosedError } from '../../../runtime/src/index.js';
import { memoryPair, type Transport } from '../../../runtime/src/index.js';
import { Peer, type PeerOptions } from '../../../runtime/src/peer/peer.js';
import type { Capabilities, Profile } from '../../../runtime/src/peer/profile.js';
import { prepare } from '../../../runtime/src/session/prepare.js';
import { atEnd } from '../../support/leftovers/endless.js';
import { clientInfo, older, serverInfo } from './fixture.js';

/** A handler of the tests. */
export type TestHandler = (params: { readonly text: string }, context: HandlerContext) => unknown;

/** The far end of a connection, which says exactly what a test wants it to say. */
export class Wire {
  /** Resolves when the near end has closed the connection. */
  readonly closed: Promise<ConnectionClosedError>;
  readonly #transport: Transport;
  readonly #arrived: unknown[] = [];
  #wake = (): void => {};

  constructor(transport: Transport) {
    this.#transport = transport;
    this.closed = new Promise((resolve) => {
      void transport.start({
        message: (value) => {
          this.#arrived.push(value);
          this.#wake();
        },
        malformed: (error) => {
          throw error;
        },
        failed: (_, error) => {
          throw error;
        },
        ended: resolve,
        closed: resolve,
      });
    });
  }

  /** Sends a value as it is, message or not. */
  say(value: unknown): void {
    void this.#transport.send(value as never);
  }

  /** The next message that arrives, in order. */
  async next(): Promise<unknown> {
    while (this.#arrived.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#arrived.shift();
  }

  /** Sends a request, and takes the next message that arrives. */
  ask(id: unknown, method: string, params?: object): Promise<unknown> {
    this.say(request(id, method, params));
    return this.next();
  }

  /** What has arrived when both ends have come to rest: between them there is nothing but promises. */
  async settled(): Promise<unknown[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#arrived.splice(0);
  }

  close(): void {
    void this.#transport.close();
  }
}

export interface PeerUnderTest {
  readonly peer: Peer;
  readonly wire: Wire;
  /** What the peer reported. */
  readonly errors: unknown[];
}

interface ServerSettings {
  readonly revision?: Revision;
  readonly capabilities?: Capabilities;
}

/** A server's profile on one revision. */
export function serverProfile(handlers: object, { revision = older, capabilities }: ServerSettings = {}): Profile {
  return prepare('server', revision, { info: serverInfo, handlers, capabilities }).profile;
}

/** A server's peer in the middle of a conversation, and the client's end of the wire. */
export async function openPeer(
  handlers: object = {},
  settings: PeerOptions & ServerSettings & { readonly clientCapabilities?: Capabilities } = {},
): Promise<PeerUnderTest> {
  const { clientCapabilities = { places: {} } } = settings;
  const profile = serverProfile(handlers, settings);
  const [near, far] = memoryPair();
  const errors: unknown[] = [];
  const peer = new Peer(near, profile, { onError: (error) => errors.push(error), ...settings });
  peer.adopt(profile, { ...clientInfo, capabilities: clientCapabilities });
  await peer.start();
  return { peer, wire: new Wire(far), errors };
}

/** A promise that a test settles when it likes, and that is settled when the test file is over. */
export function deferred<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve!: (value: Value) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  atEnd(resolve as () => void);
  return { promise, resolve, reject };
}

/** Resolves with whether a promise is still pending after one turn of the event loop. */
export async function isPending(promise: unknown): Promise<boolean> {
  const turn = new Promise<true>((resolve) => setImmediate(resolve, true));
  return Promise.race([Promise.resolve(promise).then(() => false), turn]);
}

export function request(id: unknown, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function notification(method: string, params?: object): object {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

export function result(id: unknown, value: object): object {
  return { jsonrpc: '2.0', id, result: value };
}

export function failure(id: unknown, code: number, message: unknown): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
