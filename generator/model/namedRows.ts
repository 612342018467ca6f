/** The rows of `overrides.json` about names: features, error codes, HTTP headers, and keys of `_meta`. */

import type { Range } from './range.js';

/** A row about a feature: at a place of the schema, or in the prose of the specification. */
export interface FeatureRow extends Partial<Range> {
  /** The name in generated code: `structuredContent`. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
  /** The definition, and the path of properties below it, that revisions with the feature declare: `CallToolResult.structuredContent`. */
  readonly place?: string;
  /** The page of the specification, if no place shows the feature. */
  readonly source?: string;
}

/** A row about a name that only the prose of the specification states. */
export interface NamedRow extends Range {
  /** The name in generated code. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
  /** The page of the specification. */
  readonly source: string;
}

/** A row about an error code without a constant in the schema. */
export interface ErrorRow extends NamedRow {
  readonly code: number;
}

/** A row about an HTTP header. */
export interface HeaderRow extends NamedRow {
  /** As the specification writes it: `Mcp-Session-Id`. */
  readonly header: string;
}

/** A row about a key of `_meta` that no type of the schema has. */
export interface MetaKeyRow extends NamedRow {
  readonly key: string;
}
