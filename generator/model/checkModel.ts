/**
 * Checks that data has the structure of a protocol model, as `schema/model.schema.json` describes it. The types prove nothing of
 * data that was read from a file, and what is printed unquoted (flags, names of primitives) must be what its type says.
 * Unknown properties are ignored.
 */

import { InputError } from '../problems.js';

type Check = (value: unknown, path: string) => void;
type Fields = { readonly [name: string]: Check };

/** How deep types may be nested. No protocol comes near, and each level takes some of the call stack. */
const MAX_DEPTH = 200;

function fail(path: string, expected: string, value: unknown): never {
  const shown =
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'an array' : 'an object') : typeof value;
  throw new InputError(`Invalid protocol model: expected ${expected} at ${path || 'the top level'}, got ${shown}.`);
}

function typed(type: 'string' | 'boolean'): Check {
  return (value, path) => {
    if (typeof value !== type) fail(path, `a ${type}`, value);
  };
}

function integer(minimum: number): Check {
  return (value, path) => {
    if (!Number.isSafeInteger(value) || (value as number) < minimum) fail(path, `an integer from ${minimum}`, value);
  };
}

function oneOf(...values: readonly unknown[]): Check {
  return (value, path) => {
    if (!values.includes(value)) fail(path, values.map((each) => JSON.stringify(each)).join(' or '), value);
  };
}

function arrayOf(item: Check, minimum = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < minimum) {
      fail(path, minimum === 0 ? 'an array' : `an array of at least ${minimum}`, value);
    }
    for (let index = 0; index < value.length; index++) item(value[index], `${path}[${index}]`);
  };
}

function asObject(value: unknown, path: string): { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object', value);
  return value as { readonly [name: string]: unknown };
}

function objectOf(required: Fields, optional: Fields = {}): Check {
  return (value, path) => {
    const found = asObject(value, path);
    const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
    for (const [name, check] of Object.entries(required)) check(found[name], at(name));
    for (const [name, check] of Object.entries(optional)) {
      if (found[name] !== undefined) check(found[name], at(name));
    }
  };
}

/** Checks an object by its `kind`. */
function kindOf(kinds: Fields): Check {
  return (value, path) => {
    const { kind } = asObject(value, path);
    const check = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!check) fail(`${path}.kind`, Object.keys(kinds).join(' or '), kind);
    check(value, path);
  };
}

const string = typed('string');
const boolean = typed('boolean');

const literalValue: Check = (value, path) => {
  const isLiteral = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (!isLiteral) fail(path, 'a string, number or boolean', value);
};

const place = objectOf({ file: string, line: integer(1), column: integer(1) });
const docs = objectOf({ text: string, tags: arrayOf(objectOf({ name: string, text: string })) });

// How deep the type is that is being checked. Checks are synchronous, so that one counter is enough.
let depth = 0;

const type: Check = (value, path) => {
  if (depth >= MAX_DEPTH) {
    throw new InputError(`Invalid protocol model: a type is nested more than ${MAX_DEPTH} levels deep.`);
  }
  depth++;
  try {
    typeNode(value, path);
  } finally {
    depth--;
  }
};

const property = objectOf(
  { name: string, optional: boolean, type, docs, place },
  { constraints: objectOf({}, { format: string, maxItems: integer(0) }) },
);

const typeNode = kindOf({
  primitive: objectOf(
    { name: oneOf('string', 'number', 'boolean', 'null', 'unknown', 'any', 'object', 'never'), place },
    { fractional: oneOf(true) },
  ),
  literal: objectOf({ value: literalValue, place }),
  array: objectOf({ element: type, place }),
  union: objectOf({ members: arrayOf(type), place }),
  intersection: objectOf({ members: arrayOf(type), place }),
  object: objectOf({ properties: arrayOf(property), place }, { index: type }),
  record: objectOf({ place }),
  reference: objectOf({ name: string, place }),
  typeof: objectOf({ name: string, place }),
});

const filter = objectOf({ kind: oneOf('omit', 'pick'), keys: arrayOf(string) });
const base = objectOf({ name: string, place }, { filter });

const declaration = kindOf({
  interface: objectOf(
    { name: string, bases: arrayOf(base), properties: arrayOf(property), docs, place },
    { index: type },
  ),
  alias: objectOf({ name: string, type, docs, place }),
  constant: objectOf({ name: string, value: literalValue, docs, place }),
});

const declarationWithSource: Check = (value, path) => {
  declaration(value, path);
  const { source } = value as { readonly source?: unknown };
  if (source !== undefined && source !== null) declaration(source, `${path}.source`);
};

const messageFields: Fields = {
  method: string,
  name: string,
  type: string,
  senders: arrayOf(oneOf('client', 'server')),
  params: objectOf({ type: string, optional: boolean }),
  lifecycle: boolean,
  embedded: boolean,
};
const optionalMessageFields: Fields = { capability: string, since: string, deprecated: string };

const message = kindOf({
  request: objectOf(
    { ...messageFields, results: arrayOf(string, 1), paginated: boolean, cancellable: boolean },
    optionalMessageFields,
  ),
  notification: objectOf(messageFields, optionalMessageFields),
});

const correction = kindOf({
  optional: objectOf({}),
  nullable: objectOf({}),
  fractional: objectOf({}),
  declared: objectOf({}),
  minItems: objectOf({ count: integer(0) }),
  maxItems: objectOf({ count: integer(0) }),
  format: objectOf({ format: oneOf('date-time', 'file-uri') }),
});

const erratum = objectOf(
  {
    place: string,
    from: string,
    wrong: string,
    direction: oneOf('received', 'sent', 'both'),
    correction,
    reason: string,
    source: string,
  },
  { until: string },
);

const model = objectOf({
  revision: string,
  sources: arrayOf(string, 1),
  era: oneOf('session', 'stateless'),
  batching: boolean,
  metadataKeys: boolean,
  dialect: oneOf('draft-07', '2020-12'),
  messages: arrayOf(message),
  declarations: arrayOf(declarationWithSource),
  errata: arrayOf(erratum),
  openDecisions: arrayOf(
    objectOf({ file: string, line: integer(1), column: integer(1), message: string, remedy: string }),
  ),
});

/**
 * Checks every field of a model of the supported format.
 *
 * @throws {InputError} that names the first field that is missing or of another type
 */
export function checkModel(value: unknown): void {
  model(value, '');
}
