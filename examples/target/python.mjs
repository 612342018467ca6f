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

/**
 * What the checks call. Python's `bool` is an `int`, and its `json` reads `1.0` as a float, which is an integer of the protocol, and numbers
 * that the protocol does not have. Each level of a value takes several of Python's calls.
 */
const GUARDS = `import math
import re
import sys

sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
depth = 0


def nested(check, v):
    global depth
    if depth >= 400:
        return False
    depth += 1
    try:
        return check(v)
    finally:
        depth -= 1


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool) and abs(v) <= sys.float_info.max


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


def comparable(v):
    if isinstance(v, list):
        return ('array', *map(comparable, v))
    if isinstance(v, dict):
        return ('object', *((key, comparable(v[key])) for key in sorted(v)))
    return ('number', float(v)) if is_number(v) else (type(v).__name__, v)


LIMITS = {
    'minLength': (str, lambda v, limit: len(v) >= limit),
    'maxLength': (str, lambda v, limit: len(v) <= limit),
    'pattern': (str, lambda v, limit: re.search(limit, v, re.ASCII) is not None),
    'minimum': (float, lambda v, limit: v >= limit),
    'maximum': (float, lambda v, limit: v <= limit),
    'exclusiveMinimum': (float, lambda v, limit: v > limit),
    'exclusiveMaximum': (float, lambda v, limit: v < limit),
    'multipleOf': (float, lambda v, limit: math.fmod(v, limit) == 0),
    'minItems': (list, lambda v, limit: len(v) >= limit),
    'maxItems': (list, lambda v, limit: len(v) <= limit),
    'uniqueItems': (list, lambda v, limit: not limit or len(set(map(comparable, v))) == len(v)),
    'minProperties': (dict, lambda v, limit: len(v) >= limit),
    'maxProperties': (dict, lambda v, limit: len(v) <= limit),
}


def within(v, limits):
    for name, limit in limits.items():
        kind, check = LIMITS[name]
        if (is_number(v) if kind is float else isinstance(v, kind)) and not check(float(v) if kind is float else v, limit):
            return False
    return True


`;

/** The tags of docs that limit values: the keywords of JSON Schema. */
const LIMITS = new Set(Array.from(GUARDS.matchAll(/^ {4}'(\w+)': \(/gm), ([, name]) => name));

/** @param {Definitions} definitions */
function guardsOf(definitions) {
  const recursive = recursiveIn(definitions);
  const guards = definitions.types.map((type) => {
    const guard = `lambda v: ${guardOf(type, definitions)}`;
    return `    ${literal(type.name)}: ${recursive.has(type.name) ? `lambda v: nested(${guard}, v)` : guard},`;
  });
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

/**
 * Returns the definitions that mention themselves, directly or through others.
 *
 * @param {Definitions} definitions
 */
function recursiveIn(definitions) {
  const mentioned = new Map(
    definitions.types.map((each) => [each.name, namesIn(each.kind === 'alias' ? each.type : each, definitions)]),
  );
  return new Set([...mentioned.keys()].filter((name) => reached(name, mentioned).has(name)));
}

/**
 * @param {string} name
 * @param {ReadonlyMap<string, readonly string[]>} mentioned
 */
function reached(name, mentioned) {
  /** @type {Set<string>} */
  const names = new Set();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const others = (mentioned.get(next) ?? []).filter((each) => !names.has(each));
    for (const each of others) names.add(each);
    open.push(...others);
  }
  return names;
}

/**
 * @param {InterfaceDeclaration | TypeNode} type
 * @param {Definitions} definitions
 * @returns {readonly string[]}
 */
function namesIn(type, definitions) {
  if (type.kind === 'reference') return [type.name];
  if (type.kind === 'array') return namesIn(type.element, definitions);
  if ('members' in type) return type.members.flatMap((member) => namesIn(member, definitions));
  if (!('properties' in type)) return [];
  const types = definitions.propertiesOf(type).map((property) => property.type);
  return [...types, ...(type.index ? [type.index] : [])].flatMap((each) => namesIn(each, definitions));
}

/**
 * The keyword that a tag states: `minimum` for `@minimum` and `@TJS-minimum`.
 *
 * @param {Docs['tags'][number]} tag
 */
function keywordOf({ name }) {
  return name.replace(/^TJS-/, '');
}

/** @param {Docs} docs */
function hasFractions({ tags }) {
  return tags.find((tag) => keywordOf(tag) === 'type')?.text === 'number';
}

/** @param {Docs} docs */
function limits({ tags }) {
  const stated = tags.filter((tag) => LIMITS.has(keywordOf(tag)));
  if (stated.length === 0) return 'True';
  const entries = stated.map((tag) => `${literal(keywordOf(tag))}: ${limitOf(tag)}`);
  return `within(v, {${entries.join(', ')}})`;
}

/** @param {Docs['tags'][number]} tag */
function limitOf({ name, text }) {
  if (keywordOf({ name, text }) === 'pattern') return literal(pattern(text));
  return literal(text === '' ? name.startsWith('TJS-') : /** @type {number | boolean} */ (JSON.parse(text)));
}

/** Spaces of JavaScript's `\\s`. With `re.ASCII`, Python's has fewer, and without it, others. */
const SPACES = String.raw`\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/**
 * Translates a regular expression of JavaScript, with the flag `u`. Python's `$` also matches before a line feed at the end.
 *
 * @param {string} source
 */
function pattern(source) {
  let inClass = false;
  return source.replaceAll(/\\u\{[\da-f]+\}|\\c.|\\.|\(\?<|\[\^?\]|[[\].$&|~]/giu, (token) => {
    if (inClass) {
      if (token === ']') inClass = false;
      if (/^[[&|~]$/.test(token)) return `\\${token}`;
      if (token === '\\s') return SPACES;
    } else {
      if (token === '[') inClass = true;
      const other = OUTSIDE.get(token);
      if (other !== undefined) return other;
    }
    if (/^\\u\{/.test(token)) return `\\U${token.slice(3, -1).padStart(8, '0')}`;
    if (/^\\c/.test(token)) return `\\x${(token.charCodeAt(2) % 32).toString(16).padStart(2, '0')}`;
    if (/^\\(?:p|S)/i.test(token)) throw new Error(`Python cannot match ${token} in the pattern ${source}`);
    return token;
  });
}

/** What is written in another way outside of a class of characters. */
const OUTSIDE = new Map([
  ['$', String.raw`\Z`],
  ['.', String.raw`[^\n\r\u2028\u2029]`],
  ['(?<', '(?P<'],
  ['[]', '(?!)'],
  ['[^]', '(?s:.)'],
  [String.raw`\s`, `[${SPACES}]`],
  [String.raw`\S`, `[^${SPACES}]`],
  [String.raw`\B`, String.raw`(?!\b)`],
]);

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
