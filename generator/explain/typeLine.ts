/** Prints types on one line. */

import { type Property, type TypeNode } from '../model/declarations.js';

/** Returns a type without docs: `string | { uri: string }`. */
export function typeLine(type: TypeNode): string {
  switch (type.kind) {
    case 'primitive':
    case 'reference':
      return type.name;
    case 'literal':
      return JSON.stringify(type.value);
    case 'array':
      return `${inParentheses(type.element)}[]`;
    case 'union':
      return type.members.map(typeLine).join(' | ');
    case 'intersection':
      return type.members.map(inParentheses).join(' & ');
    case 'object': {
      const members = type.properties.map((property) => `${fieldName(property)}: ${typeLine(property.type)}`);
      if (type.index) members.push(`[key: string]: ${typeLine(type.index)}`);
      return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
    }
    case 'record':
      return 'Record<string, unknown>';
    case 'typeof':
      return `typeof ${type.name}`;
  }
}

/** Returns the name of a field, with `?` if it is optional. */
export function fieldName({ name, optional }: Pick<Property, 'name' | 'optional'>): string {
  const written = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
  return optional ? `${written}?` : written;
}

function inParentheses(type: TypeNode): string {
  const compound = type.kind === 'union' || type.kind === 'intersection' || type.kind === 'typeof';
  return compound ? `(${typeLine(type)})` : typeLine(type);
}
