import { checkOptions, OBJECT, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { ErrorCode, JsonRpcError, MetaKey, type Message, type RequestId, type Transport } from '@mcp-gen/runtime';
import { memoryPair } from '@mcp-gen/runtime/client';
import { factsOf } from '../registry.js';
import { isStateless } from '../era.js';
import { SUPPORTED_REVISIONS } from '../revisions.js';
import type { JsonMessage } from './tokens.js';

/**
 * The answer of a mock server to a method: a result, a `JsonRpcError`, or a function that returns either, synchronously or asynchronously.
 * Errors that the function throws are answers, too: any other error becomes -32603 with its message.
 */
export type MockAnswer = object | ((params: { readonly [name: string]: unknown }) => unknown);

/** Options of {@link createMockServer}. */
export interface MockServerOptions {
  /** The revision of the server, regardless of the client. Default: the newest revision with sessions. */
  readonly revision?: string | undefined;
  /** The declared capabilities. Default: derived from the answered methods. */
  readonly capabilities?: object | undefined;
  /** The info of the server. Default `{ name: 'mock', version: '0.0.0' }`. */
  readonly serverInfo?: object | undefined;
  /** The instructions of the server. Default: none. */
  readonly instructions?: string | undefined;
}

export const MOCK_SERVER_OPTIONS: OptionTable<MockServerOptions> = {
  revision: STRING,
  capabilities: OBJECT,
  serverInfo: OBJECT,
  instructions: STRING,
};

/** A message that a client has sent. */
export interface ReceivedMessage {
  /** Its method: `tools/call`. */
  readonly method: string;
  /** Its params, unchanged. */
  readonly params: unknown;
  /** Its id, if it is a request. */
  readonly id?: RequestId;
}

/**
 * Creates a server with fixed answers, valid or invalid: results are sent unchanged and unchecked, and must be in the types of the
 * revision.
 *
 * @example
 * ```ts
 * import { connect, JsonRpcError } from '@mcp-gen/sdk/client';
 * import { createMockServer } from '@mcp-gen/sdk/testing';
 *
 * const server = createMockServer({
 *   'tools/list': { tools: [] },
 *   'tools/call': ({ name }) => new JsonRpcError(-32602, `Unknown tool: ${String(name)}`),
 *   'prompts/get': () => new Promise(() => {}), // never answers
 * });
 * const client = await connect(server.target);
 * await client.tools().all();
 * console.log((await server.receives('tools/list')).params);
 * ```
 * @param answers the answers by method. `initialize` and `ping`, or `server/discover` in revisions without sessions, have default answers;
 *   other methods are answered with -32601.
 * @throws {TypeError} if an option is unknown.
 */
export function createMockServer(
  answers: { readonly [method: string]: MockAnswer },
  options: MockServerOptions = {},
): MockServer {
  checkOptions('createMockServer', options, MOCK_SERVER_OPTIONS);
  return new MockServer(answers, options);
}

/** A server with fixed answers. See {@link createMockServer}. */
export class MockServer {
  /** The target for `connect`. Each connection is a new session; the methods of the server use the latest one. */
  readonly target: () => Transport;
  readonly #answers: { readonly [method: string]: MockAnswer };
  readonly #received: ReceivedMessage[] = [];
  readonly #handedOut = new WeakSet<ReceivedMessage>();
  readonly #waiting = new Map<RequestId, (answer: JsonMessage) => void>();
  #watchers: (() => void)[] = [];
  #transport: Transport | undefined;
  #ids = 0;

  /** @internal */
  constructor(answers: { readonly [method: string]: MockAnswer }, options: MockServerOptions) {
    this.#answers = { ...introduction(Object.keys(answers), options), ...answers };
    this.target = () => this.#open();
  }

  /** The client's requests and notifications, in the order of their arrival. */
  get received(): readonly ReceivedMessage[] {
    return this.#received;
  }

  /** Resolves with the next message of a method. Each message is returned once. */
  async receives(method: string): Promise<ReceivedMessage> {
    for (;;) {
      const found = this.#received.find((message) => message.method === method && !this.#handedOut.has(message));
      if (found !== undefined) {
        this.#handedOut.add(found);
        return found;
      }
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /**
   * Sends a notification.
   *
   * @throws {Error} if no client has connected yet.
   */
  notify(method: string, params?: object): void {
    this.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  /**
   * Sends a request, and resolves with its result.
   *
   * @throws {JsonRpcError} if the client answers with an error.
   * @throws {Error} if no client has connected yet.
   */
  async request(method: string, params?: object): Promise<unknown> {
    const id = `mock-${++this.#ids}`;
    const answered = new Promise<JsonMessage>((resolve) => this.#waiting.set(id, resolve));
    this.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    const { result, error } = await answered;
    if (error === undefined) return result;
    const { code, message, data } = error as JsonRpcError;
    throw new JsonRpcError(code, message, data);
  }

  /**
   * Sends any value as a message.
   *
   * @throws {Error} if no client has connected yet.
   */
  send(message: unknown): void {
    if (this.#transport === undefined) throw new Error('No client has connected yet: connect(server.target)');
    void this.#transport.send(message as Message);
  }

  /** Breaks the connection. */
  close(): void {
    void this.#transport?.close();
  }

  #open(): Transport {
    const [near, far] = memoryPair();
    this.#transport = far;
    const ignore = (): void => {};
    void far.start({
      message: (value) => this.#take(value as JsonMessage, far),
      malformed: ignore,
      failed: ignore,
      ended: ignore,
      closed: ignore,
    });
    return near;
  }

  #take(message: JsonMessage, transport: Transport): void {
    const { id, method, params } = message as { id?: RequestId; method?: string; params?: unknown };
    if (method === undefined) {
      if (id !== undefined) this.#waiting.get(id)?.(message);
      return;
    }
    this.#received.push({ method, params, ...(id !== undefined && { id }) });
    for (const wake of this.#watchers.splice(0)) wake();
    if (id !== undefined) void this.#answer(id, method, params, transport);
  }

  async #answer(id: RequestId, method: string, params: unknown, transport: Transport): Promise<void> {
    const answer = await this.#resultOf(method, params);
    const said = answer instanceof Error ? { error: errorOf(answer) } : { result: answer };
    void transport.send({ jsonrpc: '2.0', id, ...said } as Message);
  }

  async #resultOf(method: string, params: unknown): Promise<unknown> {
    const answer = Object.hasOwn(this.#answers, method) ? this.#answers[method] : undefined;
    if (answer === undefined) return new JsonRpcError(ErrorCode.MethodNotFound, `The mock does not answer ${method}`);
    try {
      return await (typeof answer === 'function' ? (answer as (params: unknown) => unknown)(params) : answer);
    } catch (error) {
      return error;
    }
  }
}

/** The newest revision with sessions, if there is one. */
const NEWEST_SESSION = SUPPORTED_REVISIONS.findLast((id) => !isStateless(id)) ?? SUPPORTED_REVISIONS.at(-1) ?? '';

/** Returns the default answer to the first request of a client. */
function introduction(
  methods: readonly string[],
  { revision = NEWEST_SESSION, capabilities: given, serverInfo, instructions }: MockServerOptions,
): { readonly [method: string]: object } {
  const needed = methods.flatMap((method) => factsOf(method)?.capability?.split('.')[0] ?? []);
  const capabilities = given ?? Object.fromEntries(needed.map((capability) => [capability, {}]));
  const info = serverInfo ?? { name: 'mock', version: '0.0.0' };
  const more = instructions === undefined ? {} : { instructions };
  if (!isStateless(revision)) {
    return {
      [Method.initialize]: { protocolVersion: revision, capabilities, serverInfo: info, ...more },
      [Method.ping]: {},
    };
  }
  const holds = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const _meta = { [MetaKey.ServerInfo]: info };
  return { [Method.serverDiscover]: { ...holds, supportedVersions: [revision], capabilities, ...more, _meta } };
}

function errorOf(error: Error): object {
  const { code, data } = error instanceof JsonRpcError ? error : { code: ErrorCode.InternalError, data: undefined };
  return { code, message: error.message, ...(data !== undefined && { data }) };
}
