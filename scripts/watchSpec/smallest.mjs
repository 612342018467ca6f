// Makes the smallest values of the definitions of a JSON Schema that have a given place. The same schema gives the same values.

/** Steps into a value that are not names of properties. A number chooses a member of a union. */
export const ITEM = Symbol('item');
export const OTHER_KEY = Symbol('other key');

/** How many values are tried for one place. */
const MAX_VALUES = 24;

/** How deep a value can be: definitions can contain themselves. */
const MAX_DEPTH = 24;

const OF_FORMAT = {
  uri: 'https://example.com/',
  'uri-template': 'https://example.com/{name}',
  byte: 'aGVsbG8=',
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  email: 'user@example.com',
};

/** Strings by the end of the name of their property: such names are in messages of all kinds. */
const BY_NAME = [
  [/protocolVersion$/i, ({ revision }) => revision],
  [/version$/i, () => '1.0.0'],
  [/uri$|url$/i, () => OF_FORMAT.uri],
  [/mimeType$/i, () => 'text/plain'],
  [/name$|^id$/i, () => 'example'],
  [/resultType$/, () => 'complete'],
];

/** Makes values of the definitions of one JSON Schema. */
export class Smallest {
  #definitions;
  #hints;
  #reached = new Map();

  /**
   * @param definitions definitions of a JSON Schema by their names, which refer to each other as `#/definitions/<name>`
   * @param revision the name of the revision, as messages state it
   */
  constructor(definitions, revision) {
    this.#definitions = definitions;
    this.#hints = { revision };
  }

  /** Returns the shortest way from a definition to each one in its values: names of properties, and the steps above. */
  waysFrom(root) {
    let ways = this.#reached.get(root);
    if (ways === undefined) this.#reached.set(root, (ways = this.#search(root)));
    return ways;
  }

  #search(root) {
    const ways = new Map([[root, []]]);
    const open = [[this.#definitions[root] ?? {}, []]];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [schema, steps] = next;
      const name = referenceOf(schema);
      if (name !== undefined) {
        if (ways.has(name)) continue;
        ways.set(name, steps);
        open.push([this.#definitions[name] ?? {}, steps]);
        continue;
      }
      const { anyOf = [], allOf = [], properties = {}, items, additionalProperties } = schema;
      for (const part of allOf) open.push([part, steps]);
      for (const [index, member] of anyOf.entries()) open.push([member, [...steps, index]]);
      for (const [key, part] of Object.entries(properties)) open.push([part, [...steps, key]]);
      if (isObject(items)) open.push([items, [...steps, ITEM]]);
      if (isObject(additionalProperties)) open.push([additionalProperties, [...steps, OTHER_KEY]]);
    }
    return ways;
  }

  /** Returns small values of a definition that have a place, the smallest first. Empty if it has no such place. */
  valuesOf(definition, steps = []) {
    const schema = { $ref: `#/definitions/${definition}` };
    return this.#values(schema, steps, '', 0);
  }

  #values(unresolved, steps, name, depth) {
    if (depth > MAX_DEPTH) return [];
    const schema = this.#resolve(unresolved);
    const deeper = (part, rest, key = name) => this.#values(part, rest, key, depth + 1);
    if (schema.anyOf) {
      const [first, ...rest] = steps;
      if (typeof first === 'number') return deeper(schema.anyOf[first] ?? false, rest);
      return smallestFirst(schema.anyOf.flatMap((member) => deeper(member, steps)));
    }
    if (steps.length === 0) return smallestFirst(this.#ends(schema, name, depth));
    const [step, ...rest] = steps;
    if (step === ITEM) {
      if (!isObject(schema.items)) return [];
      return deeper(schema.items, rest).map((value) =>
        Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => value),
      );
    }
    const isDeclared = Object.hasOwn(schema.properties ?? {}, step);
    const part = step === OTHER_KEY ? schema.additionalProperties : isDeclared ? schema.properties[step] : undefined;
    if (part === undefined || part === false) return [];
    const [whole] = this.#ends({ ...schema, type: 'object' }, name, depth);
    if (whole === undefined) return [];
    const key = step === OTHER_KEY ? 'example' : step;
    return deeper(part, rest, key).map((value) => inOrder({ ...whole, [key]: value }, schema));
  }

  /** Returns values without further places than those that are required. */
  #ends(schema, name, depth) {
    if ('const' in schema) return [schema.const];
    if (schema.enum) return schema.enum;
    const types = schema.type === undefined ? ['string'] : [schema.type].flat();
    return types.flatMap((type) => this.#endsOfType(type, schema, name, depth));
  }

  #endsOfType(type, schema, name, depth) {
    switch (type) {
      case 'string':
        return [this.#string(schema, name)];
      case 'boolean':
        return [true, false];
      case 'integer':
      case 'number':
        return [
          ...new Set([
            schema.minimum ?? Math.min(1, schema.maximum ?? 1),
            ...(schema.maximum === undefined ? [] : [schema.maximum]),
          ]),
        ];
      case 'null':
        return [null];
      case 'array':
        return this.#arrays(schema, name, depth);
      default:
        return this.#objects(schema, depth);
    }
  }

  #string({ format, minLength = 0, maxLength = Infinity }, name) {
    const [, named] = BY_NAME.find(([pattern]) => pattern.test(name)) ?? [];
    const text = OF_FORMAT[format] ?? named?.(this.#hints) ?? 'text';
    return text.padEnd(minLength, 'x').slice(0, maxLength);
  }

  #arrays({ items = {}, minItems = 0 }, name, depth) {
    const [item] = this.#values(items, [], name, depth + 1);
    const of = (length) => (item === undefined ? [] : [Array.from({ length }, () => item)]);
    return minItems === 0 ? [[], ...of(1)] : of(minItems);
  }

  #objects({ properties = {}, required = [] }, depth) {
    const found = {};
    for (const key of required) {
      const [value] = this.#values(properties[key] ?? {}, [], key, depth + 1);
      if (value === undefined) return [];
      found[key] = value;
    }
    return [inOrder(found, { properties })];
  }

  /** Follows references, and joins what must hold together. */
  #resolve(schema) {
    let current = schema;
    for (let name = referenceOf(current); name !== undefined; name = referenceOf(current)) {
      current = this.#definitions[name] ?? {};
    }
    if (!current.allOf) return current;
    const { allOf, ...own } = current;
    return allOf.map((part) => this.#resolve(part)).reduce(joined, own);
  }
}

function joined(a, b) {
  const properties = { ...a.properties, ...b.properties };
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  return { ...a, ...b, ...(Object.keys(properties).length > 0 && { properties, required }) };
}

/** Returns the name of the definition that a schema refers to. */
function referenceOf({ $ref }) {
  return typeof $ref === 'string' ? decodeURIComponent($ref.split('/').at(-1)) : undefined;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/** Returns an object with its properties in the order of the schema. */
function inOrder(object, { properties = {} }) {
  const keys = [...Object.keys(properties), ...Object.keys(object)].filter((key) => Object.hasOwn(object, key));
  return Object.fromEntries([...new Set(keys)].map((key) => [key, object[key]]));
}

function smallestFirst(values) {
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...distinct]
    .sort(([a], [b]) => a.length - b.length)
    .slice(0, MAX_VALUES)
    .map(([, value]) => value);
}
