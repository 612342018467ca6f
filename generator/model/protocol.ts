/** The protocol model: one revision as plain data, complete and cross-checked. Emitters read nothing else. */

import type { InterfaceDeclaration } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { Erratum } from './errata.js';
import type { Dialect, Era } from './facts.js';
import type { Problem } from '../problems.js';

/** The two ends of a conversation. */
export type Side = 'client' | 'server';

/** What requests and notifications have in common. */
export interface Message {
  /** As on the wire: `tools/call`. */
  readonly method: string;
  /** The name of handlers and of stub methods: `callTool`. */
  readonly name: string;
  readonly declaration: InterfaceDeclaration;
  /** The sides that may send it. */
  readonly senders: readonly Side[];
  /** The definition of its params, and whether they may be left out. */
  readonly params: { readonly type: string; readonly optional: boolean };
  /** The capability behind it, as a path: of the side that answers a request or sends a notification. */
  readonly capability?: string;
  /** Part of the conversation itself: the runtime acts on it, and applications have no handler for it. */
  readonly lifecycle: boolean;
  /** The first revision that has the method. Absent for a method of an extension. */
  readonly since?: string;
}

export interface RequestMessage extends Message {
  readonly kind: 'request';
  /** The definitions of its result: the first is what it asks for, others may come instead. */
  readonly results: readonly [string, ...string[]];
  /** The result comes in pages. */
  readonly paginated: boolean;
  readonly cancellable: boolean;
}

export interface NotificationMessage extends Message {
  readonly kind: 'notification';
}

/** One revision. */
export interface Protocol {
  /** Its date: `2025-03-26`. */
  readonly revision: string;
  /** The files that it was read from, as generated files name them: `2025-03-26/schema.ts`, and extensions. A draft says so. */
  readonly sources: readonly string[];
  readonly era: Era;
  readonly batching: boolean;
  /** Whether the keys of `_meta` have a form that senders keep to. */
  readonly metadataKeys: boolean;
  readonly dialect: Dialect;
  /** The schema exactly as the file has it: what the JSON Schema is derived from. */
  readonly source: Definitions;
  /** The schema with every params named and able to carry `_meta`, and with errata corrected: what code is generated from. */
  readonly definitions: Definitions;
  /** In the order of the direction unions, client requests first. */
  readonly requests: readonly RequestMessage[];
  readonly notifications: readonly NotificationMessage[];
  /** Requests that never travel alone, but inside another message: what a server asks for in a result. */
  readonly embedded: readonly RequestMessage[];
  /** What a person has not decided yet, with the guess in force: only a draft has any. */
  readonly openDecisions: readonly Problem[];
  /** The errata that are corrected in `definitions`. */
  readonly errata: readonly Erratum[];
  /** The rows that nothing in the schema uses, one sentence each. Empty while rows are guessed. */
  readonly unusedRows: readonly string[];
}

/** The other side. */
export function otherSide(side: Side): Side {
  return side === 'client' ? 'server' : 'client';
}

/** The messages that a side sends. */
export function sentBy<Kind extends Message>(side: Side, messages: readonly Kind[]): readonly Kind[] {
  return messages.filter(({ senders }) => senders.includes(side));
}

/** All messages of a revision, those that travel inside others among them. */
export function allMessages({
  requests,
  embedded,
  notifications,
}: Protocol): readonly (RequestMessage | NotificationMessage)[] {
  return [...requests, ...embedded, ...notifications];
}
