import type { SchemaDocument, SchemaObject } from './document.js';
import type { Matcher } from './pattern.js';
import type { Check } from './run.js';

/** The context for creating the check of a keyword. */
export interface KeywordContext {
  readonly document: SchemaDocument;
  /** The schema that contains the keyword. */
  readonly schema: SchemaObject;
  /** Returns the check of a subschema or of a referenced schema. */
  readonly check: (schema: unknown) => Check;
  /** Compiles a regular expression. */
  readonly matcher: (pattern: string) => Matcher;
  /** Rejects the schema. */
  readonly fail: (problem: string) => never;
}

/** Creates the check of a keyword; undefined if there is nothing to check. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined;
