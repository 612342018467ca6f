/**
 * Places where a schema is known to be wrong or silent, and what generated code does instead. The derived JSON Schema
 * stays faithful to the schema; types, guards and checks follow these rows. A row whose place no longer exists is
 * reported.
 */

import type { Range } from './range.js';

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

/** A place where a schema is known to be wrong, and what is done about it. */
export interface Erratum extends Range {
  /** The definition and the path of properties below it: `CompleteResult.completion.values`. */
  readonly place: string;
  /** What is wrong there. */
  readonly wrong: string;
  /** Which side of a conversation it concerns: what we read, what we write, or both. */
  readonly direction: 'received' | 'sent' | 'both';
  /** What is done about it. */
  readonly correction: Correction;
  /** Why this is right. */
  readonly reason: string;
  /** The page or document that says so. */
  readonly source: string;
}
