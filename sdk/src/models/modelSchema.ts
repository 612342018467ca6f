import { parameterNames } from './modelNames.js';

/** The input schema of a tool, as the APIs of models accept it: a JSON Schema of an object without alternatives at the top level. */
export interface ModelSchema {
  readonly [keyword: string]: unknown;
  /** The parameters must be an object. */
  type: 'object';
  /** The schemas of the parameters, by name. */
  properties: { [name: string]: unknown };
}

/** A schema for a model, and what differs from that of the tool. */
export interface ShownSchema {
  readonly schema: ModelSchema;
  /** The names of parameters in the tool's schema, by those that the model sees. */
  readonly originals: ReadonlyMap<string, string>;
  /** What the schema for the model lacks. */
  readonly lost: readonly string[];
}

type Schema = { readonly [keyword: string]: unknown };

/** Keywords whose subschemas OpenAI and Anthropic refuse at the top level. They are accepted below it. */
const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const;

/** Keywords at the top level that name parameters outside of `properties` and `required`. */
const NAMING = ['dependentRequired', 'dependentSchemas', 'dependencies', 'if', 'then', 'else', 'patternProperties'];

/** Keywords with one subschema, with an array of subschemas, and with subschemas by name. */
const ONE = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const SOME = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/**
 * Returns the input schema of a tool in a form that every vendor accepts. Servers check arguments against their own schema, so a rule that is
 * lost here is not lost there: the model then receives the error.
 */
export function shownSchema(inputSchema: Schema): ShownSchema {
  const { $schema: _, ...root } = withItems(inputSchema) as Schema;
  const lost: string[] = [];
  const flat = COMBINED.some((keyword) => keyword in root) ? withoutAlternatives(root, lost) : root;
  const { properties = {}, required = [] } = flat as { properties?: Schema; required?: readonly string[] };
  const names = parameterNames(Object.keys(properties));
  const shown = (name: string): string => names.get(name) ?? name;
  const isRenamed = [...names].some(([name, other]) => name !== other);
  const kept = isRenamed ? without(flat, NAMING, lost, 'since it has names of parameters that had to change') : flat;
  return {
    schema: {
      ...kept,
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [shown(name), schema])),
      ...(required.length === 0 ? {} : { required: required.map(shown) }),
    },
    originals: new Map([...names].map(([name, other]) => [other, name])),
    lost,
  };
}

/** Moves the parameters of alternatives to the top level. A parameter stays required if every alternative requires it. */
function withoutAlternatives(root: Schema, lost: string[]): Schema {
  const { properties = {}, required = [] } = root as { properties?: Schema; required?: readonly string[] };
  const found = new Map<string, unknown[]>(Object.entries(properties).map(([name, schema]) => [name, [schema]]));
  const isRequired = new Set(required);
  for (const keyword of COMBINED) {
    const branches = branchesOf(root[keyword], root);
    for (const branch of branches) {
      for (const [name, schema] of Object.entries(branch.properties ?? {})) {
        // What the top level says of a parameter holds in every alternative.
        if (!(name in properties)) found.set(name, [...(found.get(name) ?? []), schema]);
      }
    }
    const [first, ...others] = branches.map((branch) => branch.required ?? []);
    const inEach = (name: string): boolean => others.every((names) => names.includes(name));
    const always = keyword === 'allOf' ? [first ?? [], ...others].flat() : (first ?? []).filter(inEach);
    for (const name of always) isRequired.add(name);
  }
  return {
    ...without(root, COMBINED, lost, 'of the top level, whose parameters are listed without their conditions'),
    properties: Object.fromEntries([...found].map(([name, schemas]) => [name, anyOf(schemas)])),
    required: [...isRequired],
  };
}

/** An alternative of the top level. */
interface Branch {
  readonly properties?: Schema;
  readonly required?: readonly string[];
}

function branchesOf(branches: unknown, root: Schema): readonly Branch[] {
  return (Array.isArray(branches) ? branches : []).map((branch) => (isSchema(branch) ? target(branch, root) : {}));
}

/** Returns the definition that a reference of an alternative names. */
function target(branch: Schema, root: Schema): Branch {
  const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(branch['$ref'])) ?? [];
  if (keyword === undefined || name === undefined) return branch;
  const named = (root[keyword] as Schema | undefined)?.[name];
  return isSchema(named) ? named : branch;
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
  for (const keyword of ONE) if (keyword in copy) copy[keyword] = withItems(copy[keyword]);
  for (const keyword of SOME) {
    const some = copy[keyword];
    if (Array.isArray(some)) copy[keyword] = some.map(withItems);
  }
  for (const keyword of NAMED) {
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
