/** Finds out which revision recorded messages are of, from what they say themselves. */

import type { Line } from './readLines.js';

/** How many lines are read to find a revision. */
const SEARCHED = 1_000;

/** The key in the `_meta` of a request that names the revision, since 2026-07-28. */
const META_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Lines of a recording, with the revision that they state. */
export interface DetectedLines {
  /** Undefined if the first 1,000 lines do not state one. */
  readonly revision: string | undefined;
  /** All lines, from the first. */
  readonly lines: AsyncIterable<Line>;
}

/**
 * Reads lines until the revision is certain: `initialize`, or a request with the revision in its `_meta`, is answered with a result.
 * Without such an answer, the newest of these requests counts.
 */
export async function detectRevision(lines: AsyncIterable<Line>): Promise<DetectedLines> {
  const iterator = lines[Symbol.asyncIterator]();
  const read: Line[] = [];
  const detector = new Detector();
  while (read.length < SEARCHED && detector.certain === undefined) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    for (const message of messagesIn(next.value)) detector.add(message);
  }
  return { revision: detector.certain ?? detector.offered, lines: concat(read, iterator) };
}

class Detector {
  /** What both sides use: a request that states it was answered with a result. */
  certain: string | undefined;
  /** What the newest request states. */
  offered: string | undefined;
  /** The requests that state a revision, by their ids. */
  readonly #offers = new Map<unknown, { readonly version: string; readonly isInitialize: boolean }>();

  add(message: unknown): void {
    const method = property(message, 'method');
    const params = property(message, 'params');
    const isInitialize = method === 'initialize';
    if (method === undefined) this.#answer(message);
    const version = property(
      isInitialize ? params : property(params, '_meta'),
      isInitialize ? 'protocolVersion' : META_KEY,
    );
    if (typeof version !== 'string') return;
    this.offered = version;
    this.#offers.set(property(message, 'id'), { version, isInitialize });
  }

  /** A server that answers `initialize` chooses the revision; one that refuses a request has not accepted its revision. */
  #answer(message: unknown): void {
    const offer = this.#offers.get(property(message, 'id'));
    const result = property(message, 'result');
    if (offer === undefined || result === undefined) return;
    const version = offer.isInitialize ? property(result, 'protocolVersion') : offer.version;
    if (typeof version === 'string') this.certain ??= version;
  }
}

function messagesIn({ text }: Line): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Array.isArray(value) ? value : [value];
  } catch {
    // Such a line is reported when it is checked.
    return [];
  }
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}

async function* concat(read: readonly Line[], rest: AsyncIterator<Line>): AsyncGenerator<Line, void, void> {
  try {
    yield* read;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
