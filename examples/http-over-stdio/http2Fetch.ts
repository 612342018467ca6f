/** `fetch` over a connection of HTTP/2, for `HttpClientTransport`. It follows no redirects, and sends bodies of text only. */

import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, IncomingHttpStatusHeader } from 'node:http2';
import { Resets } from './resets.ts';

/** Bytes of a body that wait for the reader before the stream is paused. */
const UNREAD_BYTES = 65_536;

/** Statuses of responses that `Response` gives no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** @param open returns the connection. Throws if it is closed */
export function http2Fetch(open: () => ClientHttp2Session): typeof fetch {
  const resets = new Resets();
  return (input, init = {}) => {
    const { pathname, search, host } = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', signal, body } = init;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const given = Object.fromEntries(new Headers(init.headers));
      const headers = { ...given, ':authority': host, ':method': method, ':path': pathname + search };
      const stream = open().request(headers, { endStream: body == null });
      const cancel = (): void => resets.reset(stream);
      const abort = (): void => {
        reject(signal?.reason as Error);
        cancel();
      };
      // Every stream is closed in the end; creating an error with its stack each time is slow.
      let isAnswered = false;
      const fail = (cause?: unknown): void => {
        if (!isAnswered) reject(new TypeError('fetch failed', { cause: cause ?? ended(stream) }));
      };
      signal?.addEventListener('abort', abort, { once: true });
      stream.once('response', (answered) => {
        isAnswered = true;
        resolve(responseOf(stream, answered, { signal, cancel }));
      });
      // Without a listener, an error would end the process. After the response, the body has it.
      stream.on('error', fail);
      stream.once('close', () => {
        signal?.removeEventListener('abort', abort);
        fail();
      });
      if (body != null) stream.end(body as string);
    });
  };
}

interface Cancellation {
  readonly signal: AbortSignal | null | undefined;
  readonly cancel: () => void;
}

function responseOf(
  stream: ClientHttp2Stream,
  answered: IncomingHttpHeaders & IncomingHttpStatusHeader,
  cancellation: Cancellation,
): Response {
  const status = answered[':status'] ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answered)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const each of [value].flat()) headers.append(name, each);
  }
  if (!BODILESS.has(status)) return new Response(bodyOf(stream, cancellation), { status, headers });
  stream.resume();
  return new Response(null, { status, headers });
}

/** The stream is paused while its reader is slow; flow control then stops the server. */
function bodyOf(stream: ClientHttp2Stream, { signal, cancel }: Cancellation): ReadableStream<Uint8Array> {
  let isOver = false;
  const finish = (act: () => void): void => {
    if (isOver) return;
    isOver = true;
    act();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const lose = (cause?: unknown): void =>
          finish(() =>
            controller.error(new TypeError('The response is incomplete', { cause: cause ?? ended(stream) })),
          );
        signal?.addEventListener('abort', () => finish(() => controller.error(signal.reason)), { once: true });
        stream
          .on('data', (chunk: Buffer) => {
            if (isOver) return;
            controller.enqueue(chunk);
            if ((controller.desiredSize ?? 0) <= 0) stream.pause();
          })
          // A stream that was reset ends, too.
          .on('end', () => (stream.aborted ? lose() : finish(() => controller.close())))
          .on('error', lose)
          .on('close', () => lose());
      },
      pull: () => void stream.resume(),
      cancel: () => finish(cancel),
    },
    { highWaterMark: UNREAD_BYTES, size: (chunk) => chunk.byteLength },
  );
}

function ended({ rstCode }: ClientHttp2Stream): Error {
  return new Error(`The stream was closed with code ${rstCode}`);
}
