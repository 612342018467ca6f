/**
 * The values that a definition accepts, as JSON: what guards and explanations of any language need. Names of primitives are resolved, limits
 * of docs are parsed, and unions are told apart where they can be.
 */

import type { Literal } from '../model/declarations.js';
import type { Limits } from '../model/limits.js';

/** The values of a place. A string is a primitive (see {@link PrimitiveShape}) or the name of a definition. */
export type CompactShape =
  | string
  | LiteralShape
  | NumberShape
  | ArrayShape
  | ObjectShape
  | TaggedShape
  | AnyShape
  | AllShape
  | LimitsShape;

/** The names of primitives. `object` is any object, `number` any finite number, and `never` has no values. */
export type PrimitiveShape = 'any' | 'never' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object';

/** One of some literals. */
export interface LiteralShape {
  /** The literals. */
  readonly is: readonly Literal[];
}

/** A number within bounds. */
export interface NumberShape {
  /** Whether it must be an integer. */
  readonly number: 'number' | 'integer';
  /** The minimum. Default: none. */
  readonly min?: number;
  /** The maximum. Default: none. */
  readonly max?: number;
}

/** An array. */
export interface ArrayShape {
  /** The shape of each item. */
  readonly items: CompactShape;
  /** The minimum number of items. Default: 0. */
  readonly least?: number;
  /** The maximum number of items. Default: none. */
  readonly most?: number;
}

/** An object. It may have other properties. */
export interface ObjectShape {
  /** The required properties. Default: none. */
  readonly has?: CompactTable;
  /** The optional properties. Default: none. */
  readonly may?: CompactTable;
  /** The shape of all other properties. Default: any value. */
  readonly rest?: CompactShape;
}

/** An object whose required property `tag` says which of the shapes it has. */
export interface TaggedShape {
  /** The name of the property. */
  readonly tag: string;
  /** By the value of the tag. Of several shapes, at least one must match. */
  readonly of: { readonly [value: string]: CompactShape | readonly CompactShape[] };
}

/** At least one of some shapes. */
export interface AnyShape {
  /** The shapes. */
  readonly any: readonly CompactShape[];
}

/** All of some shapes. */
export interface AllShape {
  /** The shapes. */
  readonly all: readonly CompactShape[];
}

/** Any value within limits. Each limit concerns the values of one type, and accepts all others. */
export interface LimitsShape {
  /** The limits. */
  readonly limits: Limits;
}

/** Shapes by the names of definitions or of properties. */
export type CompactTable = { readonly [name: string]: CompactShape };
