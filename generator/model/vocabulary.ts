/**
 * The facts of a revision beside its messages: features, capabilities, error codes, HTTP headers, and keys of `_meta`. They are read from
 * the shapes of the schema where it has them, and from sourced rows otherwise.
 */

import type { Place, ProblemList } from '../problems.js';
import { camelCase, pascalCase } from '../words.js';
import { CAPABILITIES } from './anchors.js';
import { capabilityPaths } from './capabilities.js';
import type { Docs } from './declarations.js';
import { propertiesIn, type Definitions } from './definitions.js';
import type { Facts, Side } from './facts.js';
import { isConstantName } from './names.js';
import { isDeclared, propertiesBelow } from './places.js';

/** A named value with its meaning. */
export interface NamedValue<Value> {
  /** The name in generated code: `HeaderMismatch`, `sessionId`. */
  readonly name: string;
  /** What it is, in one sentence. Empty if the schema does not describe it. */
  readonly what: string;
  /** The error code, the header, or the key. */
  readonly value: Value;
}

/** A feature of a revision. */
export interface Feature {
  /** The name in generated code: `structuredContent`. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
}

/** A parameter that the header `Mcp-Name` repeats. */
export interface NameParam {
  /** The method of the request: `tools/call`. */
  readonly method: string;
  /** The name of the parameter. */
  readonly param: string;
}

/** The facts of a revision beside its messages. */
export interface Vocabulary {
  /** The features that the revision has. */
  readonly features: readonly Feature[];
  /** The error codes that the protocol defines. */
  readonly errors: readonly NamedValue<number>[];
  /** The HTTP headers, as the specification writes them. */
  readonly headers: readonly NamedValue<string>[];
  /** The parameters that the header `Mcp-Name` repeats, with methods of extensions. */
  readonly nameParams: readonly NameParam[];
  /** The keys of `_meta` that the protocol defines. */
  readonly metaKeys: readonly NamedValue<string>[];
  /** The paths of the capabilities that each side can declare: `resources.subscribe`. */
  readonly capabilities: { readonly [Each in Side]: readonly string[] };
}

/** The error codes of JSON-RPC 2.0, section 5.1, with those that it reserves for protocols. */
const CODES = { minimum: -32_768, maximum: -32_000 };

/** Adds an open decision at a place of the schema. */
export type AddDecision = (place: Place, message: string, remedy: string) => void;

/** Returns the facts of a revision. */
export function vocabularyOf(
  definitions: Definitions,
  facts: Facts,
  decide: AddDecision,
  problems: ProblemList,
): Vocabulary {
  const features = facts.features.filter(({ place }) => place === undefined || isDeclared(definitions, place));
  const declared = errorsOf(definitions, facts, decide);
  const keys = metaKeysOf(definitions, facts, decide);
  return {
    features: features.map(({ name, what }) => ({ name, what })),
    errors: [
      ...declared,
      ...facts.errors.flatMap(({ name, what, code }) =>
        declared.some(({ value }) => value === code) ? [] : [{ name, what, value: code }],
      ),
    ],
    headers: facts.headers.map(({ name, what, header }) => ({ name, what, value: header })),
    nameParams: [...facts.methods.values(), ...facts.extensionMethods.values()].flatMap(
      ({ method, nameParam: param }) => (param === undefined ? [] : [{ method, param }]),
    ),
    metaKeys: [
      ...keys,
      ...facts.metaKeys.flatMap(({ name, what, key }) =>
        keys.some(({ value }) => value === key) ? [] : [{ name, what, value: key }],
      ),
    ],
    capabilities: {
      client: capabilityPaths(definitions, definitions.nameOf(CAPABILITIES.client), problems),
      server: capabilityPaths(definitions, definitions.nameOf(CAPABILITIES.server), problems),
    },
  };
}

/**
 * Returns the error codes that the schema declares. A row states the name of a code; others have that of their constant, or of their type. A
 * name that is invalid, or that of another code, in this revision or in an earlier one, needs a decision: code that uses the name is about
 * that one.
 */
function errorsOf(definitions: Definitions, facts: Facts, decide: AddDecision): Vocabulary['errors'] {
  const found: NamedValue<number>[] = [];
  const rows = facts.errors.map(({ name, what, code }) => ({ name, what, value: code }));
  for (const { name: usual, value, docs, place } of codesOf(definitions)) {
    const name = rows.find((row) => row.value === value)?.name ?? usual;
    const wrong = wrongIn(name, value);
    const free = wrong === undefined ? name : freeName(isConstantName(name) ? name : 'Error', value);
    if (wrong !== undefined) {
      const message = `The name of the error code ${value} would be ${JSON.stringify(name)}, which is ${wrong}. Guess: ${free}`;
      decide(place, message, 'Name the code in a row of "errors" in overrides.json.');
    }
    found.push({ name: free, what: firstSentence(docs.text), value });
  }
  return found;

  function wrongIn(name: string, value: number): string | undefined {
    return wrongWith(name, value, [...found, ...rows], facts.earlierErrors);
  }

  function freeName(name: string, value: number): string {
    const long = `${name}${-value}`;
    return wrongIn(long, value) === undefined ? long : freeName(long, value);
  }
}

/** Returns what is wrong with the name of a value: it is invalid, or that of another value. Undefined if nothing is. */
function wrongWith<Value>(
  name: string,
  value: Value,
  inRevision: readonly NamedValue<Value>[],
  earlier: ReadonlyMap<string, Value>,
): string | undefined {
  if (!isConstantName(name)) return 'not a name in code';
  const other = inRevision.find((each) => each.name === name && each.value !== value)?.value;
  if (other !== undefined) return `that of ${JSON.stringify(other)}, too`;
  const before = earlier.get(name) ?? value;
  return before === value ? undefined : `that of ${JSON.stringify(before)} in an earlier revision`;
}

/** A declared error code, with the name that it has if no row names it. */
export interface DeclaredCode {
  readonly name: string;
  readonly value: number;
  readonly docs: Docs;
  readonly place: Place;
}

/** Returns the codes of constants, and those that only the type of an error has. */
export function codesOf({ constants, types }: Definitions): readonly DeclaredCode[] {
  const named = constants.flatMap(({ name, value, docs, place }): readonly DeclaredCode[] =>
    isCode(value) ? [{ name: pascalCase(name.toLowerCase()), value, docs, place }] : [],
  );
  const known = new Set(named.map(({ value }) => value));
  const stated = types.flatMap((declaration) =>
    propertiesIn(declaration).flatMap(({ name, type, place }): readonly DeclaredCode[] => {
      if (name !== 'code' || type.kind !== 'literal' || !isCode(type.value) || known.has(type.value)) return [];
      known.add(type.value);
      return [{ name: declaration.name.replace(/Error$/, ''), value: type.value, docs: declaration.docs, place }];
    }),
  );
  return [...named, ...stated];
}

function isCode(value: unknown): value is number {
  return typeof value === 'number' && value >= CODES.minimum && value <= CODES.maximum;
}

/**
 * Returns the keys in the types of all properties `_meta`, each once, in the order of the schema. A row states the name of a key; other keys
 * keep the name that they have in an earlier revision, or have that of their last segment. A key whose name is invalid, or that of
 * another key, in this revision or in an earlier one, needs a decision: programs that use the name would send the wrong key. Until then it
 * has a name of all its segments.
 */
function metaKeysOf(definitions: Definitions, facts: Facts, decide: AddDecision): Vocabulary['metaKeys'] {
  const found = new Map<string, NamedValue<string>>();
  const earlier = new Map([...facts.earlierMetaKeys].map(([name, key]) => [key, name]));
  const stated = new Map([...earlier, ...facts.metaKeys.map(({ name, key }) => [key, name] as const)]);
  for (const { type } of definitions.types.flatMap(propertiesIn).filter(({ name }) => name === '_meta')) {
    for (const { name: key, docs, place } of propertiesBelow(definitions, type)) {
      if (found.has(key)) continue;
      const name = stated.get(key) ?? camelCase(key.slice(key.lastIndexOf('/') + 1));
      const wrong = wrongIn(name, key);
      const free = wrong === undefined ? name : freeName(key);
      if (wrong !== undefined) {
        const message = `The name of the key ${JSON.stringify(key)} of _meta would be ${JSON.stringify(name)}, which is ${wrong}. Guess: ${free}`;
        decide(place, message, 'Name the key in a row of "metaKeys" in overrides.json.');
      }
      found.set(key, { name: free, what: firstSentence(docs.text), value: key });
    }
  }
  return [...found.values()];

  function wrongIn(name: string, key: string): string | undefined {
    return wrongWith(name, key, [...found.values()], facts.earlierMetaKeys);
  }

  function freeName(key: string): string {
    const short = camelCase(key);
    if (wrongIn(short, key) === undefined) return short;
    const long = camelCase(`key ${key}`);
    let name = long;
    for (let count = 2; wrongIn(name, key) !== undefined; count++) name = `${long}${count}`;
    return name;
  }
}

/** Returns the first sentence of a doc comment, in one line. */
function firstSentence(text: string): string {
  const [first = ''] = /^[\s\S]*?\.(?=\s|$)/.exec(text) ?? [text];
  return first.replaceAll(/\s+/g, ' ').trim();
}
