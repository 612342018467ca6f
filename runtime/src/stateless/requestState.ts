/** The state of a request that waits for answers: it travels through the client, sealed (specification, 2026-07-28: Multi Round-Trip Requests). */

import { isObject } from '../codegen/v1.js';

/** What a handler has asked and learned before it was suspended. Plain data. */
export interface RequestState {
  /** Tells this state apart from all others. */
  readonly id: string;
  /** When it is no longer accepted, in milliseconds since 1970. */
  readonly expires: number;
  /** The questions that were asked last, by their keys: the method, a digest of what was asked, and how often that has changed. */
  readonly asked: { readonly [key: string]: readonly [method: string, digest: string, changes: number] };
  /** The answers to earlier questions, each with the digest of its question. */
  readonly answers: { readonly [key: string]: readonly [digest: string, answer: unknown] };
  /** What `once` has kept: a list with the value, or an empty one for `undefined`. */
  readonly kept: { readonly [key: string]: readonly unknown[] };
}

/** What a state is bound to: it is refused with any other request, and from any other caller. */
export interface Binding {
  /** The name of the server: several may share a key. */
  readonly server: string;
  /** Who calls; nothing where callers are not identified. */
  readonly caller: string | undefined;
  readonly method: string;
  readonly params: unknown;
}

/** The parts of params that differ between the runs of one request. */
const OF_ONE_RUN: ReadonlySet<string> = new Set(['_meta', 'inputResponses', 'requestState']);

/** Returns a binding as text: the same for params that differ in the order of their keys alone. */
export function bindingText({ server, caller, method, params }: Binding): string {
  const own = isObject(params) ? Object.entries(params).filter(([name]) => !OF_ONE_RUN.has(name)) : [];
  return canonical([server, caller ?? null, method, Object.fromEntries(own)]);
}

/** Returns a JSON value as text, its keys sorted. */
export function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => (isObject(each) ? sorted(each) : each)) as
    | string
    | undefined;
  return text ?? 'null';
}

function sorted(value: { readonly [key: string]: unknown }): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
