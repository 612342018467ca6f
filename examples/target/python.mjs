// @ts-check
/**
 * A target of a project's own: Python's `TypedDict`s of each revision in `types.py`, and a check of values for each of them in `guards.py`.
 *
 *     mcp-gen generate 2025-11-25 --target ./python.mjs --out protocol
 *
 * `guards.GUARDS['Tool'](json.loads(text))` is True for what the guards of the TypeScript target accept.
 */

/** @import { Declaration, Definitions, Docs, ObjectNode, InterfaceDeclaration, Target, TypeDeclaration, TypeNode } from 'mcp-gen' */

/** @type {Target} */
export default {
  name: 'python',
  emit: ({ revisions }, banner) =>
    revisions.flatMap(({ protocol }) => {
      const { revision, definitions } = protocol;
      const head = `# ${banner(protocol)}\nfrom __future__ import annotations\n`;
      return [
        { path: `${revision}/types.py`, text: `${head}${TYPES}${typesOf(definitions)}` },
        { path: `${revision}/guards.py`, text: `${head}${GUARDS}${guardsOf(definitions)}` },
      ];
    }),
};

const TYPES = 'from typing import Any, Literal, NotRequired, TypedDict, Union\n';

/** The Python type of each primitive, and the check of its values. */
const PRIMITIVES = {
  string: ['str', 'isinstance(v, str)'],
  number: ['float', 'is_number(v)'],
  boolean: ['bool', 'isinstance(v, bool)'],
  null: ['None', 'v is None'],
  object: ['dict[str, Any]', 'isinstance(v, dict)'],
  unknown: ['Any', 'True'],
  any: ['Any', 'True'],
  never: ['None', 'False'],
};

/** @param {Definitions} definitions */
function typesOf(definitions) {
  return definitions.all.flatMap((declaration) => ['', '', ...declare(declaration, definitions), '']).join('\n');
}

/**
 * @param {Declaration} declaration
 * @param {Definitions} definitions
 */
function declare(declaration, definitions) {
  const { name, docs } = declaration;
  const comment = docs.text === '' ? [] : docs.text.split('\n').map((line) => `# ${line}`.trimEnd());
  if (declaration.kind === 'constant') return [...comment, `${name} = ${literal(declaration.value)}`];
  const members = definitions.membersOf({ kind: 'reference', name, place: declaration.place });
  if (members === undefined || members.properties.length === 0) {
    const type = declaration.kind === 'alias' ? typeOf(declaration.type, definitions) : 'dict[str, Any]';
    return [...comment, `${name} = ${quoted(type)}`];
  }
  // Names like "class" and "_meta" are written as keys: not every property is a name in Python.
  const fields = members.properties.map((property) => {
    const type = typeOf(property.type, definitions);
    return `    ${literal(property.name)}: ${quoted(property.optional ? `NotRequired[${type}]` : type)},`;
  });
  return [...comment, `${name} = TypedDict(${literal(name)}, {`, ...fields, '})'];
}

/**
 * @param {TypeNode} type
 * @param {Definitions} definitions
 * @returns {string}
 */
function typeOf(type, definitions) {
  switch (type.kind) {
    case 'reference':
      return type.name;
    case 'literal':
      return `Literal[${literal(type.value)}]`;
    case 'typeof':
      return `Literal[${literal(definitions.constantValue(type.name))}]`;
    case 'array':
      return `list[${typeOf(type.element, definitions)}]`;
    case 'union':
      return `Union[${type.members.map((member) => typeOf(member, definitions)).join(', ')}]`;
    case 'record':
    case 'object':
      return 'dict[str, Any]';
    case 'intersection':
      return 'Any';
    case 'primitive':
      return PRIMITIVES[type.name][0] ?? '';
  }
}

/** What the checks call. Python's `bool` is an `int`, and its `json` reads `1.0` as a float, which is an integer of the protocol. */
const GUARDS = `import json
import re


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


def is_integer(v):
    return is_number(v) and (isinstance(v, int) or v.is_integer())


def equals(v, literal):
    return v == literal and isinstance(v, bool) == isinstance(literal, bool)


def has(v, required, optional, rest=None):
    return (
        isinstance(v, dict)
        and all(key in v and check(v[key]) for key, check in required.items())
        and all(check(v[key]) for key, check in optional.items() if key in v)
        and (rest is None or all(rest(v[key]) for key in v if key not in required and key not in optional))
    )


LIMITS = {
    'minLength': (str, lambda v, limit: len(v) >= limit),
    'maxLength': (str, lambda v, limit: len(v) <= limit),
    'pattern': (str, lambda v, limit: re.search(limit, v) is not None),
    'minimum': (float, lambda v, limit: v >= limit),
    'maximum': (float, lambda v, limit: v <= limit),
    'exclusiveMinimum': (float, lambda v, limit: v > limit),
    'exclusiveMaximum': (float, lambda v, limit: v < limit),
    'multipleOf': (float, lambda v, limit: v % limit == 0),
    'minItems': (list, lambda v, limit: len(v) >= limit),
    'maxItems': (list, lambda v, limit: len(v) <= limit),
    'uniqueItems': (list, lambda v, limit: not limit or len({json.dumps(item, sort_keys=True) for item in v}) == len(v)),
    'minProperties': (dict, lambda v, limit: len(v) >= limit),
    'maxProperties': (dict, lambda v, limit: len(v) <= limit),
}


def within(v, limits):
    for name, limit in limits.items():
        kind, check = LIMITS[name]
        if (is_number(v) if kind is float else isinstance(v, kind)) and not check(v, limit):
            return False
    return True


`;

/** The tags of docs that limit values: the keywords of JSON Schema. */
const LIMITS = new Set(Array.from(GUARDS.matchAll(/^ {4}'(\w+)': \(/gm), ([, name]) => name));

/** @param {Definitions} definitions */
function guardsOf(definitions) {
  const guards = definitions.types.map((type) => `    ${literal(type.name)}: lambda v: ${guardOf(type, definitions)},`);
  return `GUARDS = {\n${guards.join('\n')}\n}\n`;
}

/**
 * @param {TypeDeclaration} declaration
 * @param {Definitions} definitions
 */
function guardOf(declaration, definitions) {
  const { docs } = declaration;
  if (declaration.kind === 'alias') return check(declaration.type, docs, definitions);
  return both(checkObject(declaration, definitions), limits(docs));
}

/**
 * The check of a value `v` at a place with docs.
 *
 * @param {TypeNode} type
 * @param {Docs} docs
 * @param {Definitions} definitions
 * @returns {string}
 */
function check(type, docs, definitions) {
  return both(checkType(type, docs, definitions), limits(docs));
}

/** A type inside of another one has no docs. */
const NO_DOCS = { text: '', tags: [] };

/**
 * @param {TypeNode} type
 * @param {Docs} docs
 * @param {Definitions} definitions
 * @returns {string}
 */
function checkType(type, docs, definitions) {
  switch (type.kind) {
    case 'reference': {
      // An alias of a number has fractions where the place says so.
      const { target, aliases } = definitions.resolve(type);
      if (!hasFractions(docs) || target.kind !== 'primitive') return `GUARDS[${literal(type.name)}](v)`;
      return aliases.map((alias) => limits(alias.docs)).reduce(both, 'is_number(v)');
    }
    case 'literal':
      return `equals(v, ${literal(type.value)})`;
    case 'typeof':
      return `equals(v, ${literal(definitions.constantValue(type.name))})`;
    case 'array':
      return `isinstance(v, list) and all(${checkType(type.element, NO_DOCS, definitions)} for v in v)`;
    case 'union':
      return `(${type.members.map((member) => checkType(member, NO_DOCS, definitions)).join(' or ')})`;
    case 'intersection':
      return type.members.map((member) => checkType(member, NO_DOCS, definitions)).join(' and ');
    case 'record':
      return 'isinstance(v, dict)';
    case 'object':
      return checkObject(type, definitions);
    case 'primitive':
      if (type.name === 'number' && !(type.fractional ?? hasFractions(docs))) return 'is_integer(v)';
      return PRIMITIVES[type.name][1] ?? '';
  }
}

/**
 * @param {InterfaceDeclaration | ObjectNode} object
 * @param {Definitions} definitions
 */
function checkObject(object, definitions) {
  const properties = definitions.propertiesOf(object);
  /** @param {boolean} optional */
  const fields = (optional) =>
    properties
      .filter((property) => property.optional === optional)
      .map(({ name, type, docs }) => `${literal(name)}: lambda v: ${check(type, docs, definitions)}`);
  const rest = object.index === undefined ? '' : `, lambda v: ${check(object.index, NO_DOCS, definitions)}`;
  return `has(v, {${fields(false).join(', ')}}, {${fields(true).join(', ')}}${rest})`;
}

/** @param {Docs} docs */
function hasFractions({ tags }) {
  return tags.some(({ name, text }) => name === 'TJS-type' && text === 'number');
}

/** @param {Docs} docs */
function limits({ tags }) {
  const stated = tags.filter(({ name }) => LIMITS.has(name));
  if (stated.length === 0) return 'True';
  const entries = stated.map(
    ({ name, text }) => `${literal(name)}: ${name === 'pattern' ? literal(text) : text === 'true' ? 'True' : text}`,
  );
  return `within(v, {${entries.join(', ')}})`;
}

/**
 * @param {string} left
 * @param {string} right
 */
function both(left, right) {
  return right === 'True' ? left : `${left} and ${right}`;
}

/** @param {string | number | boolean} value */
function literal(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/**
 * A type as text: Python reads it later, so that types may refer to those below them.
 *
 * @param {string} type
 */
function quoted(type) {
  return `'${type.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
