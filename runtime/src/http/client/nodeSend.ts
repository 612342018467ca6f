/** Sends requests by `node:http`, on connections that are kept. Imports no module of Node, since it is also loaded on platforms without them. */

import type * as http from 'node:http';
import type * as https from 'node:https';
import type { Readable } from 'node:stream';
import type * as zlib from 'node:zlib';
import { builtin } from '../../platform.js';
import { after } from '../../timers.js';
import { broken, type TakeChunk } from '../shared/readBody.js';
import { unanswered, type ReceivedResponse, type Send, type SentMessage } from './receivedResponse.js';

/** Milliseconds for which an unused connection is kept: less than the five seconds after which servers on Node close it. */
const IDLE_TIME = 4_000;

/** Bytes of a body that is no longer needed up to which it is read to its end, so that the connection can be used again. */
const DISCARDED = 65_536;

/** Milliseconds to wait for the end of a body that is no longer needed. */
const DISCARD_TIME = 1_000;

/** The encodings of bodies that are requested, as `fetch` does. */
const ENCODINGS = 'gzip, deflate, br';

/** The connections of this process, by the protocol of URLs. */
const agents = new Map<string, http.Agent>();

/** Returns a function that sends requests to the origin of one URL. */
export function overNode(): Send {
  let last: { readonly href: string; readonly options: http.RequestOptions } | undefined;
  return (url, message) => {
    if (last?.href !== url.href) last = { href: url.href, options: optionsFor(url) };
    return send(url, last.options, message);
  };
}

function optionsFor(url: URL): http.RequestOptions {
  // `fetch` refuses them, too: a password in a URL is shown in errors and logs.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The URL of a server must not contain a user name or a password: use the option headers');
  }
  const { protocol, hostname, port, pathname, search } = url;
  return {
    protocol,
    // An address of IPv6 has no brackets outside of URLs.
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    ...(port !== '' && { port }),
    path: pathname + search,
    agent: agentFor(protocol),
  };
}

function agentFor(protocol: string): http.Agent {
  const known = agents.get(protocol);
  if (known !== undefined) return known;
  const { Agent } = builtin(protocol === 'https:' ? 'node:https' : 'node:http') as typeof http | typeof https;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIME });
  agents.set(protocol, agent);
  return agent;
}

function send(
  url: URL,
  options: http.RequestOptions,
  { method, headers, body, signal }: SentMessage,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { request } = builtin(url.protocol === 'https:' ? 'node:https' : 'node:http') as typeof http;
    const sent = request({ method, headers: { 'accept-encoding': ENCODINGS, ...headers }, ...options });
    const abort = (): void => void sent.destroy();
    signal.addEventListener('abort', abort);
    sent
      .once('response', (message) => resolve(new NodeResponse(message, signal)))
      .on('error', (cause) => reject(signal.aborted ? (signal.reason as Error) : unanswered(url, cause)))
      .once('close', () => signal.removeEventListener('abort', abort));
    sent.end(body);
  });
}

class NodeResponse implements ReceivedResponse {
  readonly #message: http.IncomingMessage;
  readonly #signal: AbortSignal;

  constructor(message: http.IncomingMessage, signal: AbortSignal) {
    this.#message = message;
    this.#signal = signal;
    // Without a listener, an error of the connection would end the process.
    message.on('error', () => undefined);
  }

  get status(): number {
    return this.#message.statusCode ?? 0;
  }

  get statusText(): string {
    return this.#message.statusMessage ?? '';
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  read(take: TakeChunk): Promise<void> {
    return new Promise((resolve, reject) => {
      const body = this.#decoded();
      let isOver = false;
      const refuse: (reason: unknown) => void = reject;
      const finish = (): void => {
        isOver = true;
        body.off('data', onData);
      };
      const fail = (cause: unknown): void => {
        if (isOver) return;
        finish();
        reject(this.#signal.aborted ? (this.#signal.reason as Error) : broken('The connection broke', cause));
      };
      const onData = (chunk: Uint8Array): void => {
        try {
          if (take(chunk) !== true) return;
          finish();
          this.#discard();
          resolve();
        } catch (error) {
          finish();
          body.destroy();
          refuse(error);
        }
      };
      body
        .on('data', onData)
        .once('end', () => {
          finish();
          resolve();
        })
        .once('error', (cause) => fail(this.#message.errored === null ? cause : incomplete()))
        .once('close', () => fail(incomplete()));
      if (this.#message.destroyed && !this.#message.readableEnded) fail(this.#message.errored);
    });
  }

  cancel(): Promise<void> {
    this.#discard();
    return Promise.resolve();
  }

  /** Reads what is left of a body if it is small and ends soon, so that the connection can be used again. Closes the connection otherwise. */
  #discard(): void {
    const message = this.#message;
    if (message.readableEnded || message.destroyed) return;
    let left = DISCARDED;
    const stop = after(DISCARD_TIME, () => message.destroy());
    message
      .on('data', ({ length }: Uint8Array) => {
        left -= length;
        if (left < 0) message.destroy();
      })
      .once('close', stop)
      .resume();
  }

  /** Returns the body without its encoding. */
  #decoded(): Readable {
    const message = this.#message;
    const encoding = this.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
    const decoder = decoderFor(encoding);
    if (decoder === undefined) return message;
    message.on('error', (cause) => decoder.destroy(cause)).pipe(decoder);
    decoder.once('close', () => message.destroy());
    return decoder;
  }
}

/** Returns the reason for a response that breaks off, of which Node says that it is aborted. */
function incomplete(): Error {
  return new Error('the response ended before it was complete');
}

/** Returns a stream that decodes a body; undefined if there is nothing to decode, or the encoding is unknown: then it is read as it is. */
function decoderFor(encoding: string): (Readable & NodeJS.WritableStream) | undefined {
  if (encoding === 'identity') return undefined;
  const { createGunzip, createInflate, createBrotliDecompress, constants } = builtin('node:zlib') as typeof zlib;
  // Events are decoded as soon as they arrive.
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(flush);
    case 'deflate':
      return createInflate(flush);
    case 'br':
      return createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    default:
      return undefined;
  }
}
