import { decodedFragment, ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP, valueAt } from '../schema/json/subschemas.js';

/** The input schema of a tool, as the APIs of models accept it: a JSON Schema of an object without alternatives at the top level. */
export interface ModelSchema {
  readonly [keyword: string]: unknown;
  /** The parameters must be an object. */
  type: 'object';
  /** The schemas of the parameters, by name. */
  properties: { [name: string]: unknown };
}

/** A schema for a model, and what differs from that of the tool. */
export interface ConvertedSchema {
  readonly schema: ModelSchema;
  /** The names of parameters in the tool's schema, by those that the model sees. */
  readonly originals: ReadonlyMap<string, string>;
  /** What the schema for the model lacks. */
  readonly lost: readonly string[];
}

type Schema = { readonly [keyword: string]: unknown };

/** Keywords with alternatives or parts of a schema. OpenAI and Anthropic refuse them at the top level, and accept them below it. */
const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const;

/** Keywords that are removed from the top level: those above, others that OpenAI refuses there, and a reference. */
const REFUSED = [...COMBINED, 'not', 'enum', '$ref'];

/** Keywords at the top level that name parameters outside of `properties` and `required`. */
const NAMING = ['dependentRequired', 'dependentSchemas', 'dependencies', 'if', 'then', 'else', 'patternProperties'];

/**
 * Returns the input schema of a tool in a form that every vendor accepts. Servers check arguments against their own schema, so a rule that is
 * lost here is not lost there: the model then receives the error.
 */
export function convertSchema(inputSchema: Schema): ConvertedSchema {
  const lost: string[] = [];
  const { $schema: _, ...given } = inputSchema;
  const flat = flattened(given, lost);
  const { properties = {}, required = [] } = flat as { properties?: Schema; required?: readonly string[] };
  const names = parameterNames(Object.keys(properties));
  const shown = (name: string): string => names.get(name) ?? name;
  const isRenamed = [...names].some(([name, other]) => name !== other);
  const whole = isRenamed ? without(flat, NAMING, lost, 'since it has names of parameters that had to change') : flat;
  const { required: __, ...kept } = whole;
  const schema = {
    ...kept,
    type: 'object' as const,
    properties: Object.fromEntries(Object.entries(properties).map(([name, item]) => [shown(name), item])),
    ...(required.length === 0 ? {} : { required: required.map(shown) }),
  };
  return {
    schema: withItems(new References(given).kept(schema)) as ModelSchema,
    originals: new Map([...names].map(([name, other]) => [other, name])),
    lost,
  };
}

/** Moves the parameters of alternatives and of references to the top level. What the top level says of a parameter itself takes precedence. */
function flattened(root: Schema, lost: string[]): Schema {
  if (!REFUSED.some((keyword) => keyword in root)) return root;
  const { properties = {}, required = [] } = root as { properties?: Schema; required?: readonly string[] };
  const parts = parametersOf(root, root, new Set());
  const own = new Map(Object.entries(properties));
  const found = [...parts.schemas].map(([name, schemas]) => [name, own.get(name) ?? anyOf(schemas)]);
  return {
    ...without(root, REFUSED, lost, 'of the top level, whose parameters are listed without their conditions'),
    properties: Object.fromEntries(found),
    required: [...new Set([...required, ...parts.required])],
  };
}

/** The parameters that a schema has in any of its parts, and those that it requires in any case. */
interface Parameters {
  readonly schemas: Map<string, unknown[]>;
  readonly required: ReadonlySet<string>;
}

/** @param above the schemas that contain this one: a schema that contains itself adds nothing. */
function parametersOf(schema: unknown, root: Schema, above: ReadonlySet<unknown>): Parameters {
  const schemas = new Map<string, unknown[]>();
  const required = new Set<string>();
  if (!isSchema(schema) || above.has(schema)) return { schemas, required };
  const inside = new Set([...above, schema]);
  const { properties, required: own } = schema;
  for (const [name, item] of Object.entries(isSchema(properties) ? properties : {})) schemas.set(name, [item]);
  for (const name of Array.isArray(own) ? (own as string[]) : []) required.add(name);
  const add = (branches: readonly Parameters[], isRequired: (name: string) => boolean): void => {
    for (const branch of branches) {
      for (const [name, items] of branch.schemas) schemas.set(name, [...(schemas.get(name) ?? []), ...items]);
      for (const name of branch.required) if (isRequired(name)) required.add(name);
    }
  };
  const { $ref } = schema;
  if (typeof $ref === 'string') add([parametersOf(referred(root, $ref), root, inside)], () => true);
  for (const keyword of COMBINED) {
    const given = schema[keyword];
    const branches = (Array.isArray(given) ? given : []).map((branch) => parametersOf(branch, root, inside));
    const isRequired = (name: string): boolean =>
      keyword === 'allOf' || branches.every((branch) => branch.required.has(name));
    add(branches, isRequired);
  }
  return { schemas, required };
}

/** Returns the value that a reference to this schema names, or undefined if there is none: `#/$defs/place`. */
function referred(root: Schema, reference: string): unknown {
  return reference.startsWith('#/') ? valueAt(root, decodedFragment(reference.slice(1))) : undefined;
}

/** Keeps what references name where the schema of the model no longer has it: as a definition. */
class References {
  readonly #root: Schema;
  readonly #names = new Map<string, string>();
  readonly #definitions: { [name: string]: unknown } = {};

  constructor(root: Schema) {
    this.#root = root;
  }

  kept(schema: Schema): Schema {
    const copy = this.#copy(schema) as Schema;
    if (this.#names.size === 0) return copy;
    return { ...copy, $defs: { ...(copy['$defs'] as Schema | undefined), ...this.#definitions } };
  }

  #copy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#copy(item));
    if (!isSchema(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === '$ref' && typeof item === 'string' ? this.#reference(item) : this.#copy(item),
      ]),
    );
  }

  #reference(reference: string): string {
    if (!reference.startsWith('#/') || /^#\/(\$defs|definitions)\/[^/]+$/.test(reference)) return reference;
    const target = referred(this.#root, reference);
    if (target === undefined) return reference;
    const known = this.#names.get(reference);
    if (known !== undefined) return known;
    const own = (this.#root['$defs'] as Schema | undefined) ?? {};
    const isTaken = (name: string): boolean => Object.hasOwn(own, name) || Object.hasOwn(this.#definitions, name);
    let number = this.#names.size + 1;
    while (isTaken(`moved${number}`)) number++;
    const name = `#/$defs/moved${number}`;
    this.#names.set(reference, name);
    this.#definitions[`moved${number}`] = undefined;
    this.#definitions[`moved${number}`] = this.#copy(target);
    return name;
  }
}

function anyOf(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}

function without(schema: Schema, keywords: readonly string[], lost: string[], why: string): Schema {
  const found = keywords.filter((keyword) => keyword in schema);
  lost.push(...found.map((keyword) => `the keyword ${keyword} ${why}`));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !found.includes(keyword)));
}

/** Gives every array a schema of its items, which OpenAI and Gemini require. It allows the same values. */
function withItems(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const copy: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of ONE_SCHEMA) if (keyword in copy) copy[keyword] = withItems(copy[keyword]);
  for (const keyword of SCHEMA_LIST) {
    const some = copy[keyword];
    if (Array.isArray(some)) copy[keyword] = some.map(withItems);
  }
  for (const keyword of SCHEMA_MAP) {
    const named = copy[keyword];
    if (isSchema(named)) {
      copy[keyword] = Object.fromEntries(Object.entries(named).map(([name, item]) => [name, withItems(item)]));
    }
  }
  const isArray = copy['type'] === 'array' || (Array.isArray(copy['type']) && copy['type'].includes('array'));
  if (isArray && !('items' in copy)) copy['items'] = {};
  return copy;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Names that the APIs of all vendors accept. Gemini requires a letter or an underscore at the beginning; the other rules are those of OpenAI
 * and Anthropic.
 */
const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Names of parameters that the APIs of all vendors accept; Anthropic refuses a request with any other. */
const PARAMETER_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

const MAX_LENGTH = 64;

/** Characters that are left for the number of a name that would occur twice. */
const READABLE_LENGTH = MAX_LENGTH - 6;

/** Returns a name for each tool, unique, and accepted by every vendor. Accepted names are unchanged. */
export function toolNames(names: readonly string[]): ReadonlyMap<string, string> {
  return unique(names, TOOL_NAME, (name) => {
    const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_');
    return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
  });
}

/** Returns a name for each parameter of a tool, unique, and accepted by every vendor. Accepted names are unchanged. */
function parameterNames(names: readonly string[]): ReadonlyMap<string, string> {
  return unique(names, PARAMETER_NAME, (name) => (name === '' ? '_' : name.replace(/[^A-Za-z0-9_.-]+/g, '_')));
}

/** The names that are accepted come first, so that another name never takes one of them. */
function unique(
  names: readonly string[],
  accepted: RegExp,
  plain: (name: string) => string,
): ReadonlyMap<string, string> {
  const taken = new Set(names);
  return new Map(
    names.map((name) => {
      if (accepted.test(name)) return [name, name];
      const readable = plain(name).slice(0, READABLE_LENGTH);
      let free = readable;
      for (let number = 2; taken.has(free); number++) free = `${readable}_${number}`;
      taken.add(free);
      return [name, free];
    }),
  );
}
