import type { Quota } from '../../codegen/v1.js';
import { ByteGatherer } from '../../codec/bytes.js';
import { brandError, ConnectionClosedError } from '../../errors.js';
import { Holding, OverBudgetError } from '../../ledger/index.js';
import { textOf } from '../../report.js';
import { BodyTooLargeError, type TurnOf } from './httpExchange.js';

/** A body is not UTF-8. */
export class UndecodableBodyError extends Error {
  override readonly name = 'UndecodableBodyError';
  /** The error code of this class. */
  readonly code = 'UNDECODABLE_BODY';

  static {
    brandError(this, 'UndecodableBodyError');
  }

  constructor() {
    super('the body is not UTF-8');
  }
}

/** Decodes a body in chunks. Invalid UTF-8 is an error, since replacing it would change the message. */
export class BodyDecoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  /** @throws {UndecodableBodyError} if a chunk is not UTF-8. Its last character may continue in the next chunk. */
  decode(bytes: Uint8Array): string {
    return this.#decode(bytes, true);
  }

  /** Decodes the last chunk, which may be empty. @throws {UndecodableBodyError} if it is not UTF-8. */
  end(bytes?: Uint8Array): string {
    return this.#decode(bytes, false);
  }

  #decode(bytes: Uint8Array | undefined, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new UndecodableBodyError();
    }
  }
}

const UNCOUNTED: Quota = { take: () => true, charge: () => undefined, give: () => undefined, isFull: () => false };

/** Takes a chunk of a body. Returns true if it needs no more. */
export type TakeChunk = (chunk: Uint8Array) => unknown;

/** Reads a body in chunks, until it has ended, or `take` has returned true. */
export type ReadBody = (take: TakeChunk) => Promise<void>;

/**
 * Reads a body as text.
 *
 * @param reading counts the bytes that have arrived, until the body is decoded or no longer read. Default: not counted
 * @param turn called with the number of bytes when all have arrived: decoding them waits for its promise. Default: it waits for nothing
 * @throws {BodyTooLargeError} if it has more bytes than the limit; the rest is not fetched.
 * @throws {UndecodableBodyError} if it is not UTF-8.
 * @throws {OverBudgetError} if `reading` refuses them.
 */
export async function readBodyText(
  read: ReadBody,
  limit: number,
  reading: Quota = UNCOUNTED,
  turn?: TurnOf,
): Promise<string> {
  const bytes = new ByteGatherer();
  const held = new Holding(reading, 'reading');
  try {
    await read((chunk) => {
      if (bytes.length + chunk.length > limit) throw new BodyTooLargeError(limit);
      if (!held.add(chunk.length)) throw new OverBudgetError('reading');
      bytes.push(chunk);
    });
    await turn?.(bytes.length);
    return new BodyDecoder().end(bytes.take());
  } finally {
    held.close();
  }
}

/** Reads a body of `fetch`. */
export type ChunkReader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body of `fetch` in chunks, until it has ended, or `take` has returned true. The rest is cancelled then, and if `take`
 * throws.
 *
 * @throws {ConnectionClosedError} if the connection breaks.
 */
export async function readChunks(reader: ChunkReader | undefined, take: TakeChunk): Promise<void> {
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw broken('The connection broke', cause);
      });
      if (done || take(value) === true) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the error for a broken connection. `fetch` and streams report only that they failed; the reason is the innermost cause. */
export function broken(what: string, error: unknown): ConnectionClosedError {
  return new ConnectionClosedError('transport-error', `${what}: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return textOf(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An error for several addresses has no message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message;
}
