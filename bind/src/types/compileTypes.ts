/** Compiles JSON Schemas to TypeScript types. No other module imports json-schema-to-typescript. */

import { compile } from 'json-schema-to-typescript';
import type { Scope } from '../compiler.js';
import { definitionNameOf, Placeholders } from './placeholders.js';
import { anything, prepare, TooLargeError, type PreparedSchema, type PreparedType } from './prepare.js';

/** A schema to compile. */
export interface TypeRequest {
  /** The preferred name of the type. */
  readonly name: string;
  /** The schema. */
  readonly schema: unknown;
}

/** A compiled schema. */
export interface SchemaType {
  /** The name of the type. */
  readonly name: string;
  /** The declarations of the type and of those that it references, as TypeScript. */
  readonly declarations: string;
  /** Whether the type is an interface instead of an alias. */
  readonly isInterface: boolean;
  /** Whether an empty object is assignable to it. */
  readonly isOptional: boolean;
  /** Why the schema could not be compiled. The type is `unknown` then. */
  readonly problem?: string;
}

/** Number of schemas compiled together, because json-schema-to-typescript is slow to start. */
const BATCH_SIZE = 100;

const WRAPPER = 'Wrapper';

const OPTIONS = {
  bannerComment: '',
  format: false,
  ignoreMinAndMaxItems: false,
  // All references are resolved already. Remaining ones must not be loaded.
  $refOptions: { resolve: { external: false, file: false, http: false } },
} as const;

/** A declaration with its comment. */
const DECLARATION = /(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export (interface|type) (\w+)/g;

/**
 * Compiles schemas to types, in order. A schema that cannot be compiled gets the type `unknown` and the reason.
 *
 * @param scope the identifiers of the module, to which those of the types are added
 */
export async function compileTypes(requests: readonly TypeRequest[], scope: Scope): Promise<readonly SchemaType[]> {
  const placeholders = new Placeholders(scope);
  const prepared = requests.map((request) => prepareOne(request, placeholders));
  const types: SchemaType[] = [];
  for (let at = 0; at < prepared.length; at += BATCH_SIZE) {
    types.push(...(await compileBatch(prepared.slice(at, at + BATCH_SIZE), placeholders)));
  }
  return types;
}

/** A type before compilation. */
interface Prepared extends PreparedType {
  readonly problem?: string;
}

function prepareOne({ name, schema }: TypeRequest, placeholders: Placeholders): Prepared {
  try {
    return prepare(schema, name, placeholders);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    const placeholder = placeholders.type(name);
    return { names: [placeholder], definitions: new Map([[placeholder, anything()]]), problem: error.message };
  }
}

/** Retries one by one if compilation fails, so that one invalid schema does not affect the others. */
async function compileBatch(prepared: readonly Prepared[], placeholders: Placeholders): Promise<readonly SchemaType[]> {
  try {
    const declared = declarationsIn(await write(prepared));
    return prepared.map((each) => typeOf(each, declared, placeholders));
  } catch (cause) {
    if (prepared.length === 1) return prepared.map((each) => unusable(each, placeholders, cause));
    const types = [];
    for (const each of prepared) types.push(...(await compileBatch([each], placeholders)));
    return types;
  }
}

async function write(prepared: readonly PreparedType[]): Promise<string> {
  const definitions = Object.fromEntries(prepared.flatMap(({ definitions }) => [...definitions]));
  const properties = Object.fromEntries(
    prepared.flatMap(({ names }) => names.map((name) => [`is${name}`, { $ref: `#/definitions/${name}` }])),
  );
  const required = Object.keys(properties);
  const schema = { type: 'object', properties, required, additionalProperties: false, definitions } as const;
  return quietly(() => compile(schema as Parameters<typeof compile>[0], WRAPPER, OPTIONS));
}

/** Runs json-schema-to-typescript without the variable VERBOSE, with which it writes its steps to stdout. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { VERBOSE: verbose } = process.env;
  if (verbose === undefined) return work();
  delete process.env['VERBOSE'];
  try {
    return await work();
  } finally {
    process.env['VERBOSE'] = verbose;
  }
}

interface Declaration {
  readonly text: string;
  readonly isInterface: boolean;
}

/** The declarations by placeholder, and the type of each definition in the wrapper. */
interface Declared {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** The placeholders of additional types of a definition. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  readonly types: ReadonlyMap<string, string>;
}

function declarationsIn(text: string): Declared {
  const found = [...text.matchAll(DECLARATION)];
  const declarations = new Map(
    found.map(({ 1: keyword, 2: name = '', index }, at) => [
      name,
      { text: text.slice(index, found[at + 1]?.index), isInterface: keyword === 'interface' },
    ]),
  );
  const lines = declarations.get(WRAPPER)?.text.split('\n') ?? [];
  const types = new Map(
    lines.flatMap((line) => {
      const [, name, type] = /^is(Mg\d+X): (.+)$/.exec(line) ?? [];
      return name === undefined || type === undefined ? [] : [[name, type] as const];
    }),
  );
  const others = new Map<string, string[]>();
  for (const name of declarations.keys()) {
    const definition = definitionNameOf(name);
    if (name !== definition) others.set(definition, [...(others.get(definition) ?? []), name]);
  }
  return { declarations, types, others };
}

function typeOf(prepared: Prepared, { declarations, types, others }: Declared, placeholders: Placeholders): SchemaType {
  const { names, definitions, problem } = prepared;
  const [root = ''] = names;
  const texts = names
    .flatMap((name) => [name, ...(others.get(name) ?? [])])
    .map((name) => {
      const own = declarations.get(name);
      const text = own?.text ?? `export type ${name} = ${types.get(name) ?? 'unknown'}`;
      return placeholders.restore(text).trim();
    });
  return {
    name: placeholders.nameOf(root),
    declarations: texts.join('\n\n'),
    isInterface: declarations.get(root)?.isInterface === true,
    isOptional: isOptional(definitions.get(root)),
    ...(problem !== undefined && { problem }),
  };
}

function unusable({ names }: Prepared, placeholders: Placeholders, cause: unknown): SchemaType {
  const name = placeholders.nameOf(names[0] ?? '');
  const problem = cause instanceof Error ? cause.message : String(cause);
  return { name, declarations: `export type ${name} = unknown;`, isInterface: false, isOptional: false, problem };
}

/** Returns whether an empty object is assignable to the type. */
function isOptional({ type, required = [] }: PreparedSchema = {}): boolean {
  return type === 'object' && required.length === 0;
}
