/** Infers the types of values from their schemas. Exists only at compile time, and computes types on demand. */

import type { StandardSchema } from './standard.js';

/** A JSON Schema: an object of keywords. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * A schema: of a library that implements Standard Schema and Standard JSON Schema, or a JSON Schema 2020-12. With `as const`, types are
 * inferred from a JSON Schema.
 */
export type InputSchema = StandardSchema | JsonSchema;

/** The input type of a schema: values that are sent. */
export type InferInput<Schema> = Schema extends { readonly '~standard': unknown }
  ? Schema extends { readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined } }
    ? Input
    : unknown
  : InferJson<Schema>;

/** The output type of a schema: values that handlers receive. */
export type InferOutput<Schema> = Schema extends { readonly '~standard': unknown }
  ? Schema extends { readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined } }
    ? Output
    : unknown
  : InferJson<Schema>;

/**
 * The type of a literal JSON Schema, inferred from `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const`,
 * `anyOf`, and `oneOf`. Other keywords do not narrow the type, so that it is never wrong; `unknown` if nothing can be inferred.
 */
export type InferJson<Schema> = Schema extends false
  ? never
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : OfType<Schema> & OneOf<Schema, 'anyOf'> & OneOf<Schema, 'oneOf'>;

type OneOf<Schema, Keyword extends string> = Schema extends { readonly [K in Keyword]: readonly (infer Member)[] }
  ? Member extends unknown
    ? InferJson<Member>
    : never
  : unknown;

type OfType<Schema> = Schema extends { readonly type: infer Type }
  ? Type extends readonly (infer Each)[]
    ? Typed<Schema, Each>
    : Typed<Schema, Type>
  : unknown;

/** Distributes over the types of an array. */
type Typed<Schema, Type> = Type extends 'object'
  ? ObjectOf<Schema>
  : Type extends 'array'
    ? ArrayOf<Schema>
    : Type extends keyof Primitives
      ? Primitives[Type]
      : unknown;

interface Primitives {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type ArrayOf<Schema> = Schema extends { readonly prefixItems: unknown }
  ? unknown[]
  : Schema extends { readonly items: infer Items }
    ? InferJson<Items>[]
    : unknown[];

type ObjectOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      { -readonly [Name in keyof Properties & RequiredOf<Schema>]: InferJson<Properties[Name]> } & {
        -readonly [Name in Exclude<keyof Properties, RequiredOf<Schema>>]?: InferJson<Properties[Name]>;
      }
    >
  : Schema extends { readonly additionalProperties: infer Rest }
    ? { [name: string]: InferJson<Rest> }
    : { [name: string]: unknown };

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** Merges an intersection of two object types into one, for readability. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
