/**
 * Values for the definitions of a JSON Schema: random valid ones, and ones with a single fault whose place is known.
 *
 * Everything follows from a seed. The keywords are those that the protocol's schemas use; any other is an error, so that
 * a new schema cannot be sampled wrongly in silence.
 */

import { Random } from '../../generator/cases/random.js';

/** A schema, or a part of one. */
export type Schema = { readonly [keyword: string]: unknown };

/** A value with one fault. */
export interface Mutation {
  /** What was done, for people: `wrong type`. */
  readonly fault: string;
  /** JSON Pointer to the mutated place. */
  readonly pointer: string;
  /** JSON Pointer to the outermost union without a tag that the place is in, if it is in one. */
  readonly union: string | undefined;
  /** JSON Pointer to the tag that the members of that union share, if they have one. */
  readonly tag: string | undefined;
  /** The fault is the place itself. Else the place has another value, in which there may be any number of faults. */
  readonly exact: boolean;
  readonly value: unknown;
}

/** A tag that tells the members of a union apart only in part: several members have the same value there. */
export interface SharedTag {
  readonly tag: string;
  /** The values that several members have. */
  readonly shared: readonly string[];
}

/** What random values are like. */
export interface SampleOptions {
  /** Whether a text of a known format is of that format. Default false. */
  readonly formats?: boolean;
  /** The keys that objects get beside those that they declare. Default: one that nobody knows, and `_meta`. */
  readonly others?: readonly string[];
  /** The keys that objects get where the schema names none, or allows any in so many words. Default: `others`. */
  readonly allowed?: readonly string[];
  /** What a value that may be anything is, at random. Default: something of each kind. */
  readonly anything?: readonly unknown[];
}

const KNOWN = new Set(
  (
    '$ref additionalProperties allOf anyOf const description enum format items maxItems maxLength maximum minItems minLength minimum ' +
    'pattern properties required title type'
  ).split(' '),
);
const TEXTS: readonly string[] = ['', 'text', 'https://example.org/a', 'ÄÖ \u2028 "x"', '__proto__'];
const OF_FORMAT: { readonly [format: string]: readonly string[] } = {
  uri: ['https://example.org/a', 'file:///tmp', 'urn:a:b'],
  'uri-template': ['https://example.org/{id}', 'file:///{+path}'],
  byte: ['', 'aGk=', 'AAAA'],
  'date-time': ['2025-11-25T10:30:00Z', '2025-11-25T10:30:00.5+01:00'],
  'file-uri': ['file:///tmp', 'file:///home/a%20b'],
};
// A key that the schema does not name: mostly one that nobody knows, sometimes one that others have.
const OTHERS: readonly string[] = ['x-other', 'x-other', '_meta'];
export const ANYTHING: readonly unknown[] = [
  null,
  true,
  0,
  -1.5,
  '',
  'text',
  [],
  [null],
  {},
  { nested: { list: [1] } },
];
/** One value of each JSON type, and the near misses of some. */
const OF_OTHER_TYPE: readonly unknown[] = [null, false, 'odd', -7, 0.5, [], ['odd'], {}, { odd: 1 }];
/** How deep optional parts go. */
const DEPTH = 6;

export class Samples {
  readonly #definitions: { readonly [name: string]: Schema };
  readonly #random: Random;
  readonly #untagged: ReadonlyMap<string, SharedTag | undefined>;
  readonly #options: SampleOptions;

  /** The definitions whose keywords have been checked. */
  readonly #checked = new Set<string>();

  /**
   * @param untagged the places of unions that no tag or only a shared one tells apart, as `Definition/property`, with `*` for
   * items and other keys
   */
  constructor(
    definitions: { readonly [name: string]: Schema },
    seed: number,
    untagged: ReadonlyMap<string, SharedTag | undefined> = new Map<string, undefined>(),
    options: SampleOptions = {},
  ) {
    this.#definitions = definitions;
    this.#random = new Random(seed);
    this.#untagged = untagged;
    this.#options = options;
  }

  /** A valid value of a definition. */
  valid(definition: string): unknown {
    return this.#value(this.#definition(definition), 0);
  }

  /** A value with one fault, made from a valid one; nothing where no place can take one. */
  mutate(definition: string, value: unknown): Mutation | undefined {
    const places = [...this.#places(this.#definition(definition), value, { pointer: '', path: definition })];
    // In a large value the root would hardly ever be picked.
    const candidates = this.#random.chance(25) ? places.slice(0, 1) : places;
    return places.length === 0 ? undefined : this.#fault(this.#random.pick(candidates), value);
  }

  #definition(name: string): Schema {
    const schema = this.#definitions[name];
    if (!schema) throw new Error(`No definition ${name}`);
    if (!this.#checked.has(name)) {
      checkKeywords(name, schema);
      this.#checked.add(name);
    }
    return schema;
  }

  /** The name of the definition that a schema comes down to, by way of others. */
  #lastName(schema: Schema): string | undefined {
    const name = referenceOf(schema);
    return name === undefined ? undefined : (this.#lastName(this.#definition(name)) ?? name);
  }

  #resolve(schema: Schema): Schema {
    const name = referenceOf(schema);
    if (name !== undefined) return this.#resolve(this.#definition(name));
    const { allOf, ...others } = schema;
    return Array.isArray(allOf) ? (allOf as Schema[]).map((each) => this.#resolve(each)).reduce(join, others) : schema;
  }

  #value(unresolved: Schema, depth: number): unknown {
    const schema = this.#resolve(unresolved);
    if ('const' in schema) return schema['const'];
    if ('enum' in schema) return this.#random.pick(schema['enum'] as unknown[]);
    if ('anyOf' in schema) return this.#value(this.#random.pick(schema['anyOf'] as Schema[]), depth + 1);
    const { type } = schema;
    if (type === undefined) return this.#random.pick(this.#options.anything ?? ANYTHING);
    return this.#typed(schema, this.#random.pick(Array.isArray(type) ? type : [type]), depth);
  }

  #typed(schema: Schema, type: unknown, depth: number): unknown {
    const {
      minimum = -1000,
      maximum = 1000,
      minItems = 0,
      maxItems = 4,
      items = {},
    } = schema as {
      minimum?: number;
      maximum?: number;
      minItems?: number;
      maxItems?: number;
      items?: Schema;
    };
    switch (type) {
      case 'string':
        return this.#random.pick(textsOf(schema, this.#options.formats));
      case 'boolean':
        return this.#random.chance(50);
      case 'integer':
        return minimum + this.#random.below(maximum - minimum + 1);
      case 'number':
        return minimum + (this.#random.below(1001) / 1000) * (maximum - minimum);
      case 'array':
        return Array.from(
          { length: minItems + (depth > DEPTH ? 0 : this.#random.below(Math.min(maxItems, 4) - minItems)) },
          () => this.#value(items, depth + 1),
        );
      case 'null':
        return null;
      case 'object':
        return this.#object(schema, depth);
      default:
        throw new Error(`The type ${String(type)} cannot be sampled`);
    }
  }

  #object(schema: Schema, depth: number): unknown {
    const { properties, required, others } = objectOf(schema);
    const wanted = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (depth <= DEPTH && this.#random.chance(50)),
    );
    const known = wanted.map(([name, property]): [string, unknown] => [name, this.#value(property, depth + 1)]);
    if (schema['additionalProperties'] === false) return Object.fromEntries(known);
    const { others: undeclared = OTHERS, allowed } = this.#options;
    const takesAny = 'additionalProperties' in schema || Object.keys(properties).length === 0;
    const names =
      allowed && takesAny
        ? allowed.filter((name) => !(name in properties) && depth <= DEPTH && this.#random.chance(20))
        : [this.#random.pick(undeclared)].filter((name) => !(name in properties) && this.#random.chance(30));
    const extra = names.map((name): [string, unknown] => [name, this.#value(others, depth + 1)]);
    return Object.fromEntries([...known, ...extra]);
  }

  /** The places in a value that its schema speaks of, each with that schema. */
  *#places(unresolved: Schema, value: unknown, at: Position): Generator<Place> {
    const { pointer } = at;
    const path = this.#lastName(unresolved) ?? at.path;
    const schema = this.#resolve(unresolved);
    const within = at.union === undefined ? this.#unionAt(path, pointer, value) : at;
    const { union, tag } = within;
    yield { pointer, path, union, tag, schema };
    if (Array.isArray(schema['anyOf'])) {
      // Members that the value does not look like have no places in it.
      for (const member of schema['anyOf'] as Schema[]) {
        if (this.#fits(this.#resolve(member), value)) yield* this.#places(member, value, { pointer, path, union, tag });
      }
      return;
    }
    const below = (part: Schema, key: string | number, known: boolean, inner: unknown): Generator<Place> =>
      this.#places(part, inner, {
        pointer: `${pointer}/${escapePointer(String(key))}`,
        path: `${path}/${known ? key : '*'}`,
        union,
        tag,
      });
    if (Array.isArray(value) && schema['items']) {
      for (const [index, item] of value.entries()) yield* below(schema['items'] as Schema, index, false, item);
    }
    if (!isRecord(value)) return;
    const { properties, others } = objectOf(schema);
    for (const [key, part] of Object.entries(value)) {
      yield* below(properties[key] ?? others, key, key in properties, part);
    }
  }

  /** The union without a tag, if there is one at a place; one with a shared tag if the value has a tag that is shared. */
  #unionAt(path: string, pointer: string, value: unknown): Pick<Position, 'union' | 'tag'> {
    const shared = this.#untagged.get(path);
    if (!shared) return { union: this.#untagged.has(path) ? pointer : undefined };
    const found = isRecord(value) ? value[shared.tag] : undefined;
    const isShared = typeof found === 'string' && shared.shared.includes(found);
    return isShared ? { union: pointer, tag: `${pointer}/${escapePointer(shared.tag)}` } : {};
  }

  /** Whether a value has the type of a schema, and the literals that it asks for. */
  #fits(schema: Schema, value: unknown): boolean {
    if ('anyOf' in schema) return true;
    if ('const' in schema) return schema['const'] === value;
    if (schema['type'] !== 'object') return !isRecord(value) && (schema['type'] === 'array') === Array.isArray(value);
    const { properties, required } = objectOf(schema);
    return (
      isRecord(value) && required.every((name) => name in value && this.#literalFits(properties[name], value[name]))
    );
  }

  #literalFits(property: Schema | undefined, value: unknown): boolean {
    const schema = property && this.#resolve(property);
    return !schema || !('const' in schema) || schema['const'] === value;
  }

  #fault({ pointer, union, tag, schema }: Place, value: unknown): Mutation {
    const { properties, required } = objectOf(schema);
    const { minimum, maximum, minItems, maxItems } = schema as { [keyword: string]: number | undefined };
    const replaced = (fault: string, part: unknown, exact = true, place = pointer): (() => Mutation) => {
      return () => ({ fault, pointer: place, union, tag, exact, value: replaceAt(value, place, part) });
    };
    const { items = {} } = schema as { items?: Schema };
    const itemsOf = (length: number): unknown => Array.from({ length }, () => this.#value(items, DEPTH));
    const types = this.#typesOf(schema);
    const wrong = OF_OTHER_TYPE.filter((other) => !jsonTypes(other).some((type) => types.has(type)));
    const names = required.filter((name) => name in properties);
    const faults = [
      replaced('another value', this.#random.pick(OF_OTHER_TYPE), false),
      ...(wrong.length === 0 ? [] : [replaced('wrong type', this.#random.pick(wrong))]),
      ...(names.length === 0
        ? []
        : [replaced('missing', undefined, true, `${pointer}/${escapePointer(this.#random.pick(names))}`)]),
      ...(minimum === undefined ? [] : [replaced('too small', minimum - 1)]),
      ...(maximum === undefined ? [] : [replaced('too large', maximum + 1)]),
      ...(minItems === undefined ? [] : [replaced('too few', itemsOf(minItems - 1))]),
      ...(maxItems === undefined ? [] : [replaced('too many', itemsOf(maxItems + 1))]),
      ...('const' in schema || 'enum' in schema ? [replaced('wrong literal', 'other')] : []),
    ];
    return this.#random.pick(faults)();
  }

  /** The JSON types that a schema allows. */
  #typesOf(unresolved: Schema): ReadonlySet<string> {
    const schema = this.#resolve(unresolved);
    if ('anyOf' in schema) return new Set((schema['anyOf'] as Schema[]).flatMap((each) => [...this.#typesOf(each)]));
    const { type = ALL_TYPES } = schema as { type?: string | readonly string[] };
    return new Set(typeof type === 'string' ? [type] : type);
  }
}

/** Where a part of a value stands: in the value, and in the definition that speaks of it. */
interface Position {
  readonly pointer: string;
  /** As in the constructor's `untagged`. */
  readonly path: string;
  readonly union?: string | undefined;
  readonly tag?: string | undefined;
}

interface Place extends Position {
  readonly schema: Schema;
}

const ALL_TYPES = ['null', 'boolean', 'string', 'number', 'integer', 'array', 'object'];

function jsonTypes(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

/** The name of the definition that a schema refers to. */
function referenceOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? decodeURIComponent($ref.split('/').at(-1) ?? '') : undefined;
}

/** The schema of what fits two schemas. Where both say something of other than properties, the second says it more narrowly. */
function join(first: Schema, second: Schema): Schema {
  const [a, b] = [objectOf(first), objectOf(second)];
  const properties = { ...a.properties };
  for (const [name, property] of Object.entries(b.properties)) {
    const known = properties[name];
    properties[name] = known ? { allOf: [known, property] } : property;
  }
  const required = [...new Set([...a.required, ...b.required])];
  return { ...first, ...second, ...(Object.keys(properties).length > 0 && { properties, required }) };
}

/** @throws if a schema, or a part of one, has a keyword that sampling would overlook */
function checkKeywords(name: string, schema: Schema): void {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword));
  if (unknown !== undefined) throw new Error(`${name} has the keyword ${unknown}, which cannot be sampled`);
  const {
    allOf = [],
    anyOf = [],
    items,
    properties = {},
    additionalProperties,
  } = schema as { [keyword: string]: object };
  const parts = [
    ...(allOf as Schema[]),
    ...(anyOf as Schema[]),
    items,
    additionalProperties,
    ...Object.values(properties),
  ];
  for (const part of parts) if (isRecord(part)) checkKeywords(name, part);
}

/** The texts to draw from: those of a format, or of all those that fit a pattern and lengths. */
function textsOf(
  { format, pattern = '', minLength = 0, maxLength = Infinity }: Schema,
  formats = false,
): readonly string[] {
  // None of the texts has a character of two code units.
  const isFitting = (text: string): boolean =>
    text.length >= Number(minLength) && text.length <= Number(maxLength) && new RegExp(String(pattern), 'u').test(text);
  const fitting = ((formats && OF_FORMAT[String(format)]) || TEXTS).filter(isFitting);
  if (fitting.length === 0) throw new Error(`No text to draw fits the pattern ${String(pattern)} and the lengths`);
  return fitting;
}

/** What a schema says of objects. */
function objectOf(schema: Schema) {
  const {
    properties: declared = {},
    required = [],
    additionalProperties,
  } = schema as {
    properties?: { readonly [name: string]: Schema | false };
    required?: readonly string[];
    additionalProperties?: unknown;
  };
  // `false` forbids a property.
  const properties = Object.fromEntries(
    Object.entries(declared).flatMap(([name, each]) => (each === false ? [] : [[name, each]])),
  );
  return { properties, required, others: isRecord(additionalProperties) ? additionalProperties : {} };
}

/** A copy of a value with one place replaced; a property replaced by `undefined` is gone. */
export function replaceAt(value: unknown, pointer: string, part: unknown): unknown {
  const [, key, ...rest] = pointer.split('/');
  if (key === undefined) return part;
  const path = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === key ? replaceAt(item, path, part) : item));
  }
  if (!isRecord(value)) throw new Error(`Nothing at ${pointer}`);
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  const replaced = replaceAt(value[name], path, part);
  const others = Object.entries(value).filter(([other]) => other !== name);
  return Object.fromEntries(replaced === undefined ? others : [...others, [name, replaced]]);
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
