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
 * Reads lines until one states the revision: the answer to `initialize`, or the `_meta` of a request. If `initialize` is not
 * answered, its own version counts.
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
  /** What both sides use. */
  certain: string | undefined;
  /** What a client offers. */
  offered: string | undefined;
  #id: unknown;

  add(message: unknown): void {
    if (this.certain !== undefined) return;
    const method = property(message, 'method');
    const id = property(message, 'id');
    const params = property(message, 'params');
    if (method === 'initialize' && this.offered === undefined) {
      this.offered = text(property(params, 'protocolVersion'));
      this.#id = id;
    } else if (method === undefined && this.#id !== undefined && id === this.#id) {
      this.certain = text(property(property(message, 'result'), 'protocolVersion'));
    } else {
      this.certain = text(property(property(params, '_meta'), META_KEY));
    }
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function* concat(read: readonly Line[], rest: AsyncIterator<Line>): AsyncGenerator<Line, void, void> {
  yield* read;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
