/** Detects the revision of recorded messages from their content. */

import * as MetaKeys from '../registry/metaKeys.js';
import * as Method from '../registry/methods.js';
import type { Line } from './readLines.js';

/** The maximum number of lines to read to find a revision. */
const SEARCHED = 1_000;

/** The lines of a recording, and their revision. */
export interface DetectedLines {
  /** Undefined if it is not in the first 1,000 lines. */
  readonly revision: string | undefined;
  /** All lines, from the first. */
  readonly lines: AsyncIterable<Line>;
}

/**
 * Reads lines until the revision is certain: until `initialize`, or a request with the revision in its `_meta`, gets a result. Otherwise,
 * uses the revision of the latest of these requests.
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
  /** The revision that both sides use: a request with it got a result. */
  certain: string | undefined;
  /** The revision of the latest request. */
  offered: string | undefined;
  /** The revisions of requests, by the ids of the requests. */
  readonly #offers = new Map<unknown, { readonly version: string; readonly isInitialize: boolean }>();

  add(message: unknown): void {
    const method = property(message, 'method');
    const params = property(message, 'params');
    const isInitialize = method === Method.initialize;
    if (method === undefined) this.#answer(message);
    const version = property(
      isInitialize ? params : property(params, '_meta'),
      isInitialize ? 'protocolVersion' : MetaKeys.protocolVersion,
    );
    if (typeof version !== 'string') return;
    this.offered = version;
    this.#offers.set(property(message, 'id'), { version, isInitialize });
  }

  /**
   * Handles a response. The result of `initialize` has the revision that the server chose. An error means that the server did not accept
   * the revision of the request.
   */
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
    // Ignored here: an invalid line is reported when it is checked.
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
