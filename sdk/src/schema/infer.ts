/** The types of values, read from their schemas. Nothing here is left at run time, and nothing is computed until it is used. */

import type { StandardSchema } from './standard.js';

/** A JSON Schema as it is written: an object of keywords. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * What can say which values are meant: the schema of a library that implements Standard Schema and Standard JSON Schema, or a JSON
 * Schema 2020-12, of which `as const` lets the types of values be read.
 */
export type InputSchema = StandardSchema | JsonSchema;

/** What has to be sent for a schema. */
export type InferInput<Schema> = Schema extends { readonly '~standard': unknown }
  ? Schema extends { readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined } }
    ? Input
    : unknown
  : InferJson<Schema>;

/** What a schema makes of what was sent: what handlers receive. */
export type InferOutput<Schema> = Schema extends { readonly '~standard': unknown }
  ? Schema extends { readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined } }
    ? Output
    : unknown
  : InferJson<Schema>;

/**
 * The type of a literal JSON Schema, as far as `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const`,
 * `anyOf` and `oneOf` tell. What else it asks for makes no type narrower, so that the type is never wrong; `unknown` where
 * nothing is known.
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

/** Distributes over the types of a list. */
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

/** One object type out of two, as people would have written it. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
