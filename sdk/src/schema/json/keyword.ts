import type { SchemaDocument, SchemaObject } from './document.js';
import type { Matcher } from './pattern.js';
import type { Check } from './run.js';

/** What the maker of a keyword's check is given beside the keyword's value. */
export interface KeywordContext {
  readonly document: SchemaDocument;
  /** The schema that the keyword stands in. */
  readonly schema: SchemaObject;
  /** The check of a schema in it, or of one that it refers to. */
  readonly check: (schema: unknown) => Check;
  /** What a regular expression in it matches. */
  readonly matcher: (pattern: string) => Matcher;
  /** Refuses the schema. */
  readonly fail: (problem: string) => never;
}

/** Makes the check of a keyword; nothing where there is nothing to check. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined;
