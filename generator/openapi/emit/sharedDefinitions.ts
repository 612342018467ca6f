/** The definitions of one module: tools that refer to the same schema share its constant and its type. */

import { code, type Code, docComment, identifier, isTypeName, propertyKey } from '../../print/code.js';
import { dataText, type Data } from '../../print/data.js';
import { pascalCase } from '../../words.js';
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from '../../jsonValues.js';
import type { JsonSchema } from '../convertSchemas.js';
import { UniqueNames } from '../uniqueNames.js';
import { definitionOf, isPlainObject, objectType, typeOf, type NameOf } from './types.js';

/** A definition of some tool. */
interface Known {
  readonly own: string;
  /** With all that it refers to, so that two definitions of the same closure have the same type. */
  readonly closure: string;
  readonly type: string;
}

/** Declares the types and constants of definitions, each once. */
export class Definitions {
  readonly #taken: UniqueNames;
  readonly #types = new Map<string, Known[]>();
  /** Names of constants, by the name and the text of the schema. */
  readonly #constants = new Map<string, string>();
  readonly #declarations: Code[] = [];

  /** @param taken names that the module has otherwise */
  constructor(taken: Iterable<string>) {
    this.#taken = new UniqueNames(taken);
  }

  /** The declarations so far. */
  get declarations(): readonly Code[] {
    return this.#declarations;
  }

  /** Claims a name in the module. */
  claim(wanted: string): string {
    return this.#taken.take(isTypeName(wanted) ? wanted : `Type${pascalCase(wanted)}`);
  }

  /** Declares a type for the values of a whole schema. */
  declare(name: string, schema: JsonSchema, comment: string): void {
    this.#declare(name, schema, this.#namesIn(schema), comment);
  }

  /** Returns an expression for a schema, in which definitions are constants. */
  expression(schema: JsonSchema): Code {
    const { $defs, ...rest } = schema;
    const definitions = Object.entries(objectOf($defs));
    if (definitions.length === 0) return dataText(schema);
    const members = definitions.map(([name, each]) => {
      const constant = identifier(this.#constant(name, each as JsonObject));
      return code`${propertyKey(name)}: ${constant},`;
    });
    const others = Object.entries(rest).map(
      ([keyword, value]) => code`${propertyKey(keyword)}: ${dataText(value as Data)},`,
    );
    return code`{ ${others} $defs: { ${members} } }`;
  }

  #constant(name: string, schema: JsonObject): string {
    const key = `${name} ${JSON.stringify(schema)}`;
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const constant = this.claim(`${name}Schema`);
    this.#constants.set(key, constant);
    this.#declarations.push(code`const ${identifier(constant)} = ${dataText(schema)};`);
    return constant;
  }

  /** Declares the types of all definitions of a schema, and returns their names. */
  #namesIn(schema: JsonSchema): NameOf {
    const definitions = objectOf(schema['$defs']);
    const names = new Map<string, string>();
    const fresh: string[] = [];
    for (const [name, each] of Object.entries(definitions)) {
      const own = JSON.stringify(each);
      const known = this.#types.get(name) ?? [];
      const closure = closureOf(name, definitions);
      const same = known.find((other) => other.own === own && other.closure === closure);
      const type = same?.type ?? this.claim(pascalCase(name));
      names.set(name, type);
      if (same !== undefined) continue;
      this.#types.set(name, [...known, { own, closure, type }]);
      fresh.push(name);
    }
    const nameOf: NameOf = (name) => names.get(name) ?? 'unknown';
    const cyclic = aliasCycles(definitions);
    // A type that is its own alternative or a part of itself has no meaning, and TypeScript rejects it.
    for (const name of fresh) this.#declare(nameOf(name), cyclic.has(name) ? {} : objectOf(definitions[name]), nameOf);
    return nameOf;
  }

  #declare(name: string, schema: JsonObject, nameOf: NameOf, comment = textOf(schema['description']) ?? ''): void {
    const text = docComment(comment);
    this.#declarations.push(
      isPlainObject(schema)
        ? code`${text}export interface ${identifier(name)} ${objectType(schema, nameOf)}`
        : code`${text}export type ${identifier(name)} = ${typeOf(schema, nameOf)};`,
    );
  }
}

/** Returns the text of a definition and of all that it refers to. */
function closureOf(root: string, definitions: JsonObject): string {
  const found = new Set([root]);
  for (const name of found) for (const other of referencesIn(definitions[name])) found.add(other);
  return [...found].map((name) => `${name} ${JSON.stringify(definitions[name])}`).join('\n');
}

function referencesIn(schema: unknown): readonly string[] {
  const found: string[] = [];
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isObject(next)) {
      const name = definitionOf(next);
      if (name !== undefined) found.push(name);
    }
    if (typeof next === 'object' && next !== null)
      for (const each of Object.values(next) as unknown[]) waiting.push(each);
  }
  return found;
}

/** Returns the definitions that are their own alternatives, or parts of themselves. */
function aliasCycles(definitions: JsonObject): ReadonlySet<string> {
  const aliases = new Map(Object.keys(definitions).map((name) => [name, aliasesIn(definitions[name])]));
  const inCycle = (start: string): boolean => {
    const found = new Set(aliases.get(start));
    for (const name of found) for (const other of aliases.get(name) ?? []) found.add(other);
    return found.has(start);
  };
  return new Set([...aliases.keys()].filter(inCycle));
}

/** Returns the definitions that are alternatives or parts of a schema. */
function aliasesIn(schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const name = definitionOf(schema);
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => arrayOf(schema[keyword]));
  return [...(name === undefined ? [] : [name]), ...parts.flatMap(aliasesIn)];
}
