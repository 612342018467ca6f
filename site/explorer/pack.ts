/** Packs a message into few characters that links can have, so that it can be shared without sending it anywhere but in the link. */

/** Compresses text, and returns it as base64url. */
export async function pack(text: string): Promise<string> {
  const bytes = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Returns the text that was packed.
 *
 * @param maximum the maximum size of the text, in bytes of UTF-8. A link may come from anyone
 * @throws {Error} if it was not packed by {@link pack}, or is longer
 */
export async function unpack(packed: string, maximum: number): Promise<string> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(await collect(stream, maximum));
  } catch (error) {
    throw new Error('The link has no message that can be read', { cause: error });
  }
}

async function collect(stream: ReadableStream<Uint8Array>, maximum: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maximum) {
      await reader.cancel();
      throw new RangeError(`More than ${maximum} bytes`);
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
