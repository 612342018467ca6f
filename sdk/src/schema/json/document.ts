/** A JSON Schema document: copied, bounded, and with every reference resolved inside it. Nothing is loaded from elsewhere. */

import { escapeKey, isObject, quote } from '@mcp-gen/runtime/codegen/v1';
import { SchemaError } from '../error.js';
import { decodedFragment, ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP, valueAt } from './subschemas.js';

/** Maximum nesting depth of objects and arrays in a schema. */
export const MAX_DEPTH = 64;

/** Maximum number of values in a schema: objects, arrays, strings, numbers, and all others. */
export const MAX_NODES = 10_000;

/** Maximum length of a URI in a schema, including its base URI, since each reference must be resolved. */
export const MAX_URI = 2_000;

const A_URI = `a URI of at most ${MAX_URI} characters`;

/** A schema within a document. */
export type Schema = boolean | SchemaObject;

/** A schema that is not a boolean. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** The dialect, which determines the meaning of keywords: 2020-12, 2019-09, or drafts 6 and 7. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07';

/** A schema document with resolved references. */
export interface SchemaDocument {
  /** Names the schema at the start of messages. */
  readonly what: string;
  /** A frozen copy of the input. */
  readonly root: Schema;
  readonly dialect: Dialect;
  /** The schemas of the document with an `$id`, and the root, by URI. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The location of each schema. */
  readonly places: ReadonlyMap<SchemaObject, SchemaPlace>;
  /** Resolves a `$ref` or `$dynamicRef` of a schema. */
  readonly resolve: (reference: string, from: SchemaObject) => Schema;
}

/** A schema with its own URI, and the anchors in it. */
export interface Resource {
  readonly root: Schema;
  readonly anchors: Map<string, SchemaObject>;
  readonly dynamicAnchors: Map<string, SchemaObject>;
}

/** The location of a schema in its document. */
export interface SchemaPlace {
  readonly pointer: string;
  /** The URI of its resource. */
  readonly base: string;
}

const DIALECTS: { readonly [uri: string]: Dialect } = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'http://json-schema.org/draft-06/schema': 'draft-07',
};

/** The base URI without an `$id`. */
const BASE = 'schema:/';

/**
 * Parses a schema.
 *
 * @throws {SchemaError} if it is not JSON, is too large, has an unknown dialect, or has an external reference
 */
export function readDocument(schema: unknown, what: string): SchemaDocument {
  const root = copy(schema, what);
  if (typeof root !== 'boolean' && !isSchemaObject(root)) {
    throw new SchemaError(what, '', `expected a JSON Schema as an object, got ${kindOf(root)}`);
  }
  return new Reader(root, what);
}

class Reader implements SchemaDocument {
  readonly what: string;
  readonly root: Schema;
  readonly dialect: Dialect;
  readonly resources = new Map<string, Resource>();
  readonly places = new Map<SchemaObject, SchemaPlace>();

  constructor(root: Schema, what: string) {
    this.what = what;
    this.root = root;
    this.dialect = dialectOf(root, what);
    this.resources.set(BASE, { root, anchors: new Map(), dynamicAnchors: new Map() });
    this.#index(root, '', BASE);
    for (const schema of this.places.keys()) {
      for (const keyword of ['$ref', '$dynamicRef']) {
        const reference = schema[keyword];
        if (typeof reference === 'string') this.resolve(reference, schema);
        else if (reference !== undefined)
          this.#fail(schema, `expected ${keyword} to be a string, got ${kindOf(reference)}`);
      }
    }
  }

  resolve(reference: string, from: SchemaObject): Schema {
    const { base } = this.#place(from);
    const url = urlOf(reference, base);
    if (url === undefined) return this.#fail(from, `expected $ref to be ${A_URI}, got ${quote(reference)}`);
    const fragment = decodedFragment(url.hash.slice(1));
    url.hash = '';
    const resource = this.resources.get(url.href);
    if (resource === undefined) {
      return this.#fail(
        from,
        `${quote(reference)} is an external reference, which is not loaded. Put its target under ` +
          '$defs, and use "#/$defs/..."',
        'reference',
      );
    }
    const target = fragment === '' ? resource.root : this.#within(resource, url.href, fragment);
    return target ?? this.#fail(from, `${quote(reference)} is not found in this schema`);
  }

  /** Returns the target of an anchor or JSON Pointer in a resource. */
  #within(resource: Resource, base: string, fragment: string): Schema | undefined {
    if (!fragment.startsWith('/')) return resource.anchors.get(fragment);
    const target = valueAt(resource.root, fragment);
    if (typeof target === 'boolean') return target;
    if (!isSchemaObject(target)) return undefined;
    // A reference can make a schema of any value.
    if (!this.places.has(target)) this.#index(target, fragment, base);
    return target;
  }

  #index(schema: unknown, pointer: string, outer: string): void {
    if (!isSchemaObject(schema) || this.places.has(schema)) return;
    const base = this.#enter(schema, pointer, outer);
    this.places.set(schema, { pointer, base });
    for (const keyword of ONE_SCHEMA) this.#index(schema[keyword], `${pointer}/${keyword}`, base);
    for (const keyword of SCHEMA_LIST) {
      const members = schema[keyword];
      if (!Array.isArray(members)) continue;
      for (const [at, member] of members.entries()) this.#index(member, `${pointer}/${keyword}/${at}`, base);
    }
    for (const keyword of SCHEMA_MAP) {
      const members = schema[keyword];
      if (!isSchemaObject(members)) continue;
      for (const [name, member] of Object.entries(members)) {
        this.#index(member, `${pointer}/${keyword}/${escapeKey(name)}`, base);
      }
    }
  }

  /** Registers `$id` and anchors of a schema, and returns its base URI. */
  #enter(schema: SchemaObject, pointer: string, outer: string): string {
    const { $id, $anchor, $dynamicAnchor } = schema;
    let base = outer;
    if (typeof $id === 'string' && !$id.startsWith('#') && !this.#hidesSiblings(schema)) {
      const url = urlOf($id, outer);
      if (url === undefined)
        throw new SchemaError(this.what, pointer, `expected $id to be ${A_URI}, got ${quote($id)}`);
      url.hash = '';
      base = url.href;
      if (!this.resources.has(base)) {
        this.resources.set(base, { root: schema, anchors: new Map(), dynamicAnchors: new Map() });
      }
    }
    const resource = this.resources.get(base);
    if (typeof $id === 'string' && $id.startsWith('#')) resource?.anchors.set($id.slice(1), schema);
    if (typeof $anchor === 'string') resource?.anchors.set($anchor, schema);
    if (typeof $dynamicAnchor === 'string') {
      resource?.anchors.set($dynamicAnchor, schema);
      resource?.dynamicAnchors.set($dynamicAnchor, schema);
    }
    return base;
  }

  #hidesSiblings(schema: SchemaObject): boolean {
    return this.dialect === 'draft-07' && '$ref' in schema;
  }

  #place(schema: SchemaObject): SchemaPlace {
    return this.places.get(schema) ?? { pointer: '', base: BASE };
  }

  #fail(schema: SchemaObject, problem: string, unsupported?: 'reference'): never {
    throw new SchemaError(this.what, this.#place(schema).pointer, problem, unsupported);
  }
}

/** Returns whether a value is a JSON object, and so may be a schema. */
export const isSchemaObject: (value: unknown) => value is SchemaObject = isObject;

function dialectOf(root: Schema, what: string): Dialect {
  const uri = typeof root === 'object' ? root['$schema'] : undefined;
  if (uri === undefined) return '2020-12';
  const name = typeof uri === 'string' ? uri.replace(/#$/, '') : '';
  const dialect = Object.hasOwn(DIALECTS, name) ? DIALECTS[name] : undefined;
  if (dialect !== undefined) return dialect;
  throw new SchemaError(
    what,
    '/$schema',
    `Unsupported dialect ${JSON.stringify(uri)}. Omit it for JSON Schema 2020-12. Supported: ${Object.keys(DIALECTS).join(', ')}`,
    'dialect',
  );
}

/** Returns undefined if it is not a URI, or too long. */
function urlOf(reference: string, base: string): URL | undefined {
  if (reference.length > MAX_URI) return undefined;
  try {
    const url = new URL(reference, base);
    return url.href.length > MAX_URI ? undefined : url;
  } catch {
    return undefined;
  }
}

/** Copies JSON and freezes it, so that later changes by the caller have no effect. Properties that are undefined are omitted. */
function copy(value: unknown, what: string): unknown {
  let nodes = 0;
  const visit = (each: unknown, pointer: string, depth: number): unknown => {
    if (++nodes > MAX_NODES) throw new SchemaError(what, '', `expected at most ${MAX_NODES} values in it`);
    if (depth > MAX_DEPTH) {
      throw new SchemaError(what, '', `expected at most ${MAX_DEPTH} levels of nesting. Use $defs for recursive parts`);
    }
    if (each === null || typeof each === 'string' || typeof each === 'boolean' || Number.isFinite(each)) return each;
    if (Array.isArray(each)) return Object.freeze(each.map((item, at) => visit(item, `${pointer}/${at}`, depth + 1)));
    if (typeof each !== 'object' || !isPlain(each)) {
      throw new SchemaError(what, pointer, `expected a JSON value, got ${kindOf(each)}`);
    }
    const entries = Object.entries(each).filter(([, item]) => item !== undefined);
    return Object.freeze(
      Object.fromEntries(entries.map(([key, item]) => [key, visit(item, `${pointer}/${escapeKey(key)}`, depth + 1)])),
    );
  };
  return visit(value, '', 0);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Returns the kind of a value in one word. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
