import { ByteGatherer } from '../codec/bytes.js';
import { broken } from './broken.js';
import { BodyTooLargeError } from './exchange.js';

/** Reads a body as text. @throws {BodyTooLargeError} if it has more bytes than the limit; the rest is not fetched. */
export async function readText(message: Request | Response, limit: number): Promise<string> {
  const bytes = new ByteGatherer();
  for await (const chunk of chunksOf(message)) {
    bytes.push(chunk);
    if (bytes.length > limit) throw new BodyTooLargeError(limit);
  }
  return new TextDecoder().decode(bytes.take());
}

/** The bytes of a body as they come. Leaving the loop cancels the rest. @throws {ConnectionClosedError} if the connection breaks. */
export async function* chunksOf(message: Request | Response): AsyncGenerator<Uint8Array> {
  const reader = message.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw broken('The connection broke', cause);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
