// @ts-check
/**
 * A target of a project's own: the types of each revision as Python's `TypedDict`s.
 *
 *     mcp-gen generate 2025-11-25 --target ./python.mjs --out protocol
 */

/** @import { Declaration, Definitions, Target, TypeNode } from 'mcp-gen' */

/** @type {Target} */
export default {
  name: 'python',
  emit: ({ revisions }, banner) =>
    revisions.map(({ protocol }) => {
      const { revision, definitions } = protocol;
      const lines = [
        `# ${banner(protocol)}`,
        'from __future__ import annotations',
        'from typing import Any, Literal, NotRequired, TypedDict, Union',
        ...definitions.all.flatMap((declaration) => ['', '', ...declare(declaration, definitions)]),
      ];
      return { path: `${revision}/types.py`, text: `${lines.join('\n')}\n` };
    }),
};

const PRIMITIVES = {
  string: 'str',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
  unknown: 'Any',
  any: 'Any',
  never: 'None',
};

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
      return PRIMITIVES[type.name];
  }
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
