/** What a server owes for the messages that it was sent: one answer for each request with a readable id, and no other. */

import { isInitializeRequestParams as in20241105 } from '@mcp-gen/protocol/2024-11-05';
import { isInitializeRequestParams as in20250326 } from '@mcp-gen/protocol/2025-03-26';
import { isInitializeRequestParams as in20250618 } from '@mcp-gen/protocol/2025-06-18';
import { isInitializeRequestParams as in20251125 } from '@mcp-gen/protocol/2025-11-25';

const isInitialize = {
  '2024-11-05': in20241105,
  '2025-03-26': in20250326,
  '2025-06-18': in20250618,
  '2025-11-25': in20251125,
};

/** How many answers with one id may come. */
const NONE = { min: 0, max: 0 };

/** The key of answers without a readable id. */
export const NO_ID = 'null';

/** The revision that has batches. */
const BATCHING = '2025-03-26';

/** Records what was sent and what was answered, and compares the two. */
export class Expectations {
  #sent = [];
  #answers = new Map();
  #opened;
  /** Whether the connection was closed by this side: nothing is owed then. */
  abandoned = false;

  /** @param {ReturnType<typeof readText>} message what was sent */
  sent(message) {
    this.#sent.push(message);
  }

  /** Notes that a session is open from here on, where the answer to `initialize` does not show it. */
  open(revision) {
    this.#opened ??= { at: this.#sent.length, revision };
  }

  /** @param message what the server has sent: a message or a batch */
  received(message) {
    for (const one of Array.isArray(message) ? message : [message]) {
      if (one === null || typeof one !== 'object' || 'method' in one) continue;
      const key = keyOf(one.id) ?? NO_ID;
      this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1);
      const revision = one.result?.protocolVersion;
      if (typeof revision !== 'string' || this.#opened !== undefined) continue;
      // Another one with the same id may have been refused before.
      const at = this.#sent.findIndex(
        ({ value }) =>
          value?.method === 'initialize' && keyOf(value.id) === key && isInitialize[revision](value.params),
      );
      this.#opened = { at, revision };
    }
  }

  /** Whether every answer that must come has come. */
  get met() {
    const owed = this.#owed();
    return [...owed].every(([key, { min }]) => (this.#answers.get(key) ?? 0) >= min);
  }

  /** Returns what is wrong with the answers, a sentence for each id. */
  problems() {
    const owed = this.#owed();
    const problems = [];
    for (const key of new Set([...owed.keys(), ...this.#answers.keys()])) {
      const { min, max } = owed.get(key) ?? NONE;
      const count = this.#answers.get(key) ?? 0;
      if (count >= (this.abandoned ? 0 : min) && count <= max) continue;
      const expected = min === max ? min : `${min} to ${max}`;
      problems.push(`id ${key.slice(0, 60)}: expected ${expected} answers, got ${count}`);
    }
    return problems;
  }

  #owed() {
    const owed = new Map();
    for (const [at, entry] of this.#sent.entries()) {
      if (entry.isTooLarge) addTooLarge(owed, entry);
      else if (entry.isText) add(owed, NO_ID);
      else if (!Array.isArray(entry.value)) addMessage(owed, entry.value);
      else this.#addBatch(owed, at, entry.value);
    }
    return owed;
  }

  #addBatch(owed, at, values) {
    const isOpen = this.#opened !== undefined && at > this.#opened.at;
    const responses = values.filter(isResponse).length;
    const isMixed = responses > 0 && responses < values.length;
    if (!isOpen || this.#opened.revision !== BATCHING || values.length === 0 || values.length > 100 || isMixed) {
      add(owed, NO_ID);
    } else {
      for (const value of values) addMessage(owed, value);
    }
  }
}

/** Reads a text as a server does: one message or a batch; undefined for a blank line, which is not answered. */
export function readText(text, limit = Infinity) {
  if (text.trim() === '') return undefined;
  const isTooLarge = text.length > limit / 4 && Buffer.byteLength(text) > limit;
  try {
    return { value: JSON.parse(text), isTooLarge, ids: isTooLarge ? firstId(text) : [] };
  } catch {
    return { isText: true, isTooLarge, ids: isTooLarge ? idsIn(text) : [] };
  }
}

/** The keys of the ids that a text shows, whatever else is wrong with it. */
function idsIn(text) {
  return Array.from(text.matchAll(/"id"\s*:\s*(-?\d+|"[^"\\]*")\s*[,}]/g), ([, id]) => id);
}

/** The key of the id that a text begins with. A later one of the same object, which counts for parsers, is not seen of a long text. */
function firstId(text) {
  return Array.from(/^\s*\{\s*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*,/.exec(text)?.slice(1) ?? []);
}

/** The key of an id, if it is one that an answer can carry. */
export function keyOf(id) {
  return typeof id === 'string' || Number.isSafeInteger(id) ? JSON.stringify(id) : undefined;
}

/** Whether a value is meant as a response, which is never answered. */
function isResponse(value) {
  if (!isObject(value)) return false;
  return value.method === undefined && (value.result !== undefined || value.error !== undefined);
}

/** Whether a value is meant as a notification, which is never answered. */
function isNotification(value) {
  return isObject(value) && typeof value.method === 'string' && value.id === undefined;
}

/** Returns the keys of the ids that have to be answered, of a message or a batch; `NO_ID` for one that cannot be read. */
export function requestKeys(value) {
  return (Array.isArray(value) ? value : [value])
    .filter((one) => !isResponse(one) && !isNotification(one))
    .map((one) => (isObject(one) ? keyOf(one.id) : undefined) ?? NO_ID);
}

/** Returns the key of the request that a message cancels. */
export function cancelledKey(value) {
  return isNotification(value) && value.method === 'notifications/cancelled'
    ? keyOf(value.params?.requestId)
    : undefined;
}

function addMessage(owed, value) {
  const cancelled = cancelledKey(value);
  if (cancelled !== undefined) {
    const before = owed.get(cancelled);
    if (before !== undefined) before.min = Math.max(0, before.min - 1);
  }
  for (const key of requestKeys([value])) add(owed, key);
}

/** A message that is too large is refused with its id where that stands at the beginning or the end, and without it elsewhere. */
function addTooLarge(owed, { value, ids = [] }) {
  add(owed, NO_ID, 0, 1);
  const key = isObject(value) ? keyOf(value.id) : undefined;
  for (const one of new Set(key === undefined ? ids : [...ids, key])) add(owed, one, 0, 1);
}

function add(owed, key, min = 1, max = 1) {
  const entry = owed.get(key) ?? { min: 0, max: 0 };
  owed.set(key, { min: entry.min + min, max: entry.max + max });
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
