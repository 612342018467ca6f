/** Requests of revisions in which each one stands alone, as they are on the wire. */

import { memoryPair } from '@mcp-gen/runtime';
import type { Server } from '@mcp-gen/sdk';
import type { ServeOptions } from '@mcp-gen/sdk';
import { onTestFinished } from 'vitest';
import { notification } from './rpc.js';
import { rawRequest, type RawAnswer } from './rawHttp.js';

/** The revision that these requests are of. */
export const STATELESS = '2026-07-28';

const PREFIX = 'io.modelcontextprotocol/';

/** What a request says of its client. */
export interface Claims {
  /** Default: all that servers ask for. */
  readonly capabilities?: object | undefined;
  readonly logLevel?: string | undefined;
  readonly progressToken?: string | number | undefined;
  /** Default {@link STATELESS}. */
  readonly version?: string | undefined;
}

/** Everything that a server can ask for. */
export const ALL_CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The `_meta` of a request. */
export function metaWith({ capabilities = ALL_CAPABILITIES, logLevel, progressToken, version }: Claims = {}): object {
  return {
    [`${PREFIX}protocolVersion`]: version ?? STATELESS,
    [`${PREFIX}clientInfo`]: { name: 'alone', version: '1.0.0' },
    [`${PREFIX}clientCapabilities`]: capabilities,
    ...(logLevel !== undefined && { [`${PREFIX}logLevel`]: logLevel }),
    ...(progressToken !== undefined && { progressToken }),
  };
}

/** The headers that go with a request. */
export function headersOf(
  method: string,
  params: { readonly name?: unknown; readonly uri?: unknown } = {},
): Record<string, string> {
  const name = params.name ?? params.uri;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': STATELESS,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** An answer over HTTP, with its body parsed where it is JSON. */
export interface AloneAnswer extends RawAnswer {
  readonly json: { readonly id?: unknown; readonly result?: AnyResult; readonly error?: AnyError };
}

export interface AnyResult {
  readonly resultType?: string;
  readonly inputRequests?: { readonly [key: string]: { readonly method: string; readonly params: object } };
  readonly requestState?: string;
  readonly content?: readonly { readonly text: string }[];
  readonly [name: string]: unknown;
}

export interface AnyError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

let ids = 0;

/** Posts a request. `undefined` as a header leaves it out. */
export async function postAlone(
  url: string,
  method: string,
  params: { readonly [name: string]: unknown } = {},
  { headers = {}, claims }: { readonly headers?: Record<string, string | undefined>; readonly claims?: Claims } = {},
): Promise<AloneAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++ids, method, params: { _meta: metaWith(claims), ...params } });
  const answer = await rawRequest(url, { method: 'POST', headers: { ...headersOf(method, params), ...headers }, body });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { ...answer, json: (isJson ? JSON.parse(answer.text) : {}) as AloneAnswer['json'] };
}

/** What a connection without HTTP has received. */
export interface AloneWire {
  /** Sends a request, and resolves with its answer. */
  ask(method: string, params?: object, claims?: Claims): Promise<AloneAnswer['json']>;
  /** Sends a request without waiting. Returns its id. */
  send(method: string, params?: object, claims?: Claims): number;
  /** Resolves with the answer to a request. */
  answerTo(id: number): Promise<AloneAnswer['json']>;
  notify(method: string, params: object): void;
  /** The notifications so far. */
  readonly notified: readonly { readonly method: string; readonly params: { readonly [name: string]: unknown } }[];
  /** Resolves when a notification of a method has arrived. */
  heard(method: string): Promise<void>;
}

/** Serves a server over memory until the test is over. Messages are those of a connection such as stdio. */
export function openAlone(server: Server, options: ServeOptions = {}): AloneWire {
  const [near, far] = memoryPair();
  const running = server.serve({ ...options, transport: far });
  onTestFinished(() => running.close());
  const answers = new Map<number, (answer: AloneAnswer['json']) => void>();
  const early = new Map<number, AloneAnswer['json']>();
  const notified: AloneWire['notified'][number][] = [];
  let wake = (): void => {};
  void near.start({
    message: (value) => {
      const message = value as { readonly id?: number; readonly method?: string };
      if (message.method !== undefined) {
        notified.push(message as never);
        wake();
      } else if (message.id !== undefined) {
        const resolve = answers.get(message.id);
        if (resolve === undefined) early.set(message.id, message);
        else resolve(message);
      }
    },
    malformed: (error) => {
      throw error;
    },
    failed: (_, error) => {
      throw error;
    },
    ended: () => {},
    closed: () => {},
  });
  const send = (method: string, params: object = {}, claims?: Claims): number => {
    const id = ++ids;
    void near.send({ jsonrpc: '2.0', id, method, params: { _meta: metaWith(claims), ...params } });
    return id;
  };
  const answerTo = (id: number): Promise<AloneAnswer['json']> =>
    new Promise((resolve) => {
      const answer = early.get(id);
      if (answer !== undefined) resolve(answer);
      else answers.set(id, resolve);
    });
  return {
    send,
    answerTo,
    ask: (method, params, claims) => answerTo(send(method, params, claims)),
    notify: (method, params) => void near.send(notification(method, params) as never),
    notified,
    async heard(method) {
      while (!notified.some((each) => each.method === method)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
