/**
 * Places where a schema is known to be wrong or silent, and what generated code does instead. The derived JSON Schema
 * stays faithful to the schema; types, guards and checks follow these rows. A row whose place no longer exists is
 * reported.
 */

import { factsOf } from './facts.js';
import { holdsFor, type Range } from './range.js';

/** What is done about it. */
export type Correction =
  /** The property may be missing. */
  | { readonly kind: 'optional' }
  /** The value may be null. */
  | { readonly kind: 'nullable' }
  /** Numbers there may have fractions. */
  | { readonly kind: 'fractional' }
  /** The declaration is right; what is derived from it as JSON Schema is not. */
  | { readonly kind: 'declared' }
  /** An array has at least or at most so many items. */
  | { readonly kind: 'minItems' | 'maxItems'; readonly count: number }
  /** A text has this format, in place of the one that the schema may name. */
  | { readonly kind: 'format'; readonly format: 'date-time' | 'file-uri' };

export interface Erratum extends Range {
  /** The definition and the path of properties below it: `CompleteResult.completion.values`. */
  readonly place: string;
  /** What is wrong there. */
  readonly wrong: string;
  /** Which side of a conversation it concerns: what we read, what we write, or both. */
  readonly direction: 'received' | 'sent' | 'both';
  readonly correction: Correction;
  /** Why this is right. */
  readonly reason: string;
  /** The page or document that says so. */
  readonly source: string;
}

export const errata: readonly Erratum[] = [
  {
    from: '2024-11-05',
    until: '2025-06-18',
    place: 'JSONRPCError.id',
    wrong: 'The id of an error must be a string or an integer.',
    direction: 'received',
    correction: { kind: 'nullable' },
    reason: 'An error about a message whose id could not be read has the id null, or no other way to be said.',
    source: 'JSON-RPC 2.0, section 5: response object',
  },
  {
    from: '2024-11-05',
    until: '2025-06-18',
    place: 'JSONRPCError.id',
    wrong: 'The id of an error is required.',
    direction: 'received',
    correction: { kind: 'optional' },
    reason: 'Over HTTP such an error carries no id at all; later revisions allow it in the schema, too.',
    source: 'specification 2025-11-25, basic/transports: sending messages to the server',
  },
  {
    from: '2025-03-26',
    until: '2025-03-26',
    place: 'JSONRPCBatchRequest',
    wrong: 'A batch may be empty.',
    direction: 'both',
    correction: { kind: 'minItems', count: 1 },
    reason: 'An empty array is an invalid request.',
    source: 'JSON-RPC 2.0, section 6: batch',
  },
  {
    from: '2025-03-26',
    until: '2025-03-26',
    place: 'JSONRPCBatchResponse',
    wrong: 'A batch of responses may be empty.',
    direction: 'both',
    correction: { kind: 'minItems', count: 1 },
    reason: 'Where there is nothing to answer, nothing is sent.',
    source: 'JSON-RPC 2.0, section 6: batch',
  },
  {
    from: '2024-11-05',
    until: '2025-11-25',
    place: 'CompleteResult.completion.values',
    wrong: 'Any number of values may be suggested.',
    direction: 'sent',
    correction: { kind: 'maxItems', count: 100 },
    reason: 'At most 100 values go into one answer. What others send is read whatever its length.',
    source: 'server/utilities/completion: completion results',
  },
  {
    from: '2024-11-05',
    place: 'Root.uri',
    wrong: 'A root may have any URI.',
    direction: 'sent',
    correction: { kind: 'format', format: 'file-uri' },
    reason: 'So far a root is a file or folder, and others know no other.',
    source: 'client/roots: data types',
  },
  {
    from: '2025-11-25',
    until: '2025-11-25',
    place: 'Task.createdAt',
    wrong: 'A task may have been created at any text.',
    direction: 'sent',
    correction: { kind: 'format', format: 'date-time' },
    reason: 'It is a time stamp of ISO 8601, as RFC 3339 writes it.',
    source: 'basic/utilities/tasks: TTL and resource management',
  },
  {
    from: '2025-11-25',
    until: '2025-11-25',
    place: 'Task.lastUpdatedAt',
    wrong: 'A task may have changed at any text.',
    direction: 'sent',
    correction: { kind: 'format', format: 'date-time' },
    reason: 'It is a time stamp of ISO 8601, as RFC 3339 writes it.',
    source: 'basic/utilities/tasks: TTL and resource management',
  },
  {
    from: '2025-11-25',
    place: 'JSONRPCErrorResponse.id',
    wrong: 'The id of an error may be missing, but not null.',
    direction: 'received',
    correction: { kind: 'nullable' },
    reason: 'JSON-RPC has null there, and so have many servers.',
    source: 'JSON-RPC 2.0, section 5: response object',
  },
  {
    from: '2025-06-18',
    place: 'ElicitResult.content',
    wrong: 'Numbers that a person enters must be integers.',
    direction: 'both',
    correction: { kind: 'fractional' },
    reason: 'A field of the requested schema may have the type "number".',
    source: 'client/elicitation: requested schema',
  },
  {
    from: '2026-07-28',
    place: 'JSONValue',
    wrong: 'A number in any JSON must be an integer.',
    direction: 'both',
    correction: { kind: 'fractional' },
    reason: 'JSON has fractions.',
    source: 'RFC 8259, section 6',
  },
  {
    from: '2026-07-28',
    place: 'JSONValue',
    wrong: 'The JSON Schema refuses null in any JSON.',
    direction: 'both',
    correction: { kind: 'declared' },
    reason: 'The declaration has null; only its derivation as JSON Schema drops it.',
    source: 'RFC 8259, section 3',
  },
];

/** Returns the rows of one revision. If it has no decisions of its own, the rows of the newest earlier revision are the guess. */
export function errataOf(revision: string): readonly Erratum[] {
  const { guessedFrom } = factsOf(revision);
  return errata.filter((row) => holdsFor(row, guessedFrom ?? revision));
}
