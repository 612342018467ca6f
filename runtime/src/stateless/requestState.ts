/**
 * The state of a request that waits for answers. It is sealed and sent through the client (specification, 2026-07-28: Multi Round-Trip
 * Requests).
 */

import { isObject } from '../codegen/v1.js';

/** The questions and values of a handler before it was suspended. Plain data. */
export interface RequestState {
  /** Identifies this state. */
  readonly id: string;
  /** The expiry, in milliseconds since 1970. */
  readonly expires: number;
  /** The last questions by key: the method, a digest of the question, and how often it has changed. */
  readonly asked: { readonly [key: string]: readonly [method: string, digest: string, changes: number] };
  /** The answers to earlier questions, each with the digest of its question. */
  readonly answers: { readonly [key: string]: readonly [digest: string, answer: unknown] };
  /** The values of `once`: an array with the value, or an empty one for `undefined`. */
  readonly onceValues: { readonly [key: string]: readonly unknown[] };
}

/** The binding of a state: it is rejected for any other request or caller. */
export interface Binding {
  /** The name of the server, since several servers may share a key. */
  readonly server: string;
  /** The caller; undefined if callers are not identified. */
  readonly caller: string | undefined;
  readonly method: string;
  readonly params: unknown;
}

/** The params that differ between the runs of one request. */
const OF_ONE_RUN: ReadonlySet<string> = new Set(['_meta', 'inputResponses', 'requestState']);

/** Returns a binding as a string: the same for params that differ only in the order of their keys. */
export function bindingText({ server, caller, method, params }: Binding): string {
  const own = isObject(params) ? Object.entries(params).filter(([name]) => !OF_ONE_RUN.has(name)) : [];
  return canonicalJson([server, caller ?? null, method, Object.fromEntries(own)]);
}

/** Returns a JSON value as a string with sorted keys. */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => (isObject(each) ? sorted(each) : each)) as
    | string
    | undefined;
  return text ?? 'null';
}

function sorted(value: { readonly [key: string]: unknown }): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
