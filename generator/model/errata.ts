/**
 * Errata: places where a schema is wrong or incomplete, and the behavior of generated code there. Types, guards, and checks follow these
 * rows; the derived JSON Schema follows the schema. A row whose place no longer exists is reported.
 */

import type { Range } from './range.js';

/** How an erratum is corrected. */
export type Correction =
  /** The property may be missing. */
  | { readonly kind: 'optional' }
  /** The value may be null. */
  | { readonly kind: 'nullable' }
  /** Numbers there may have fractions. */
  | { readonly kind: 'fractional' }
  /** The declaration is right, but the JSON Schema derived from it is not. */
  | { readonly kind: 'declared' }
  /** The minimum or maximum number of items of an array. */
  | { readonly kind: 'minItems' | 'maxItems'; readonly count: number }
  /** The format of a string. It replaces the format in the schema, if there is one. */
  | { readonly kind: 'format'; readonly format: 'date-time' | 'file-uri' };

/** A place where a schema is wrong, and its correction. */
export interface Erratum extends Range {
  /** The definition and the path of properties below it: `CompleteResult.completion.values`. */
  readonly place: string;
  /** The error in the schema. */
  readonly wrong: string;
  /** Whether it applies to received values, sent values, or both. */
  readonly direction: 'received' | 'sent' | 'both';
  /** What is done about it. */
  readonly correction: Correction;
  /** Why the correction is right. */
  readonly reason: string;
  /** The page or document that the correction is based on. */
  readonly source: string;
}
