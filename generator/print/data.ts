/** Prints plain data as source text. */

import { code, Code, concat, literal, propertyKey } from './code.js';

/** JSON values. */
export type Data = string | number | boolean | null | readonly Data[] | object;

/** Returns an expression for the data. */
export function dataText(data: Data): Code {
  if (data === null) return new Code('null');
  if (typeof data !== 'object') return literal(data);
  if (isList(data)) return code`[${concat(data.map(dataText), ', ')}]`;
  const entries = Object.entries(data as { readonly [name: string]: Data });
  const properties = entries.map(([name, value]) => code`${propertyKey(name)}: ${dataText(value)}`);
  return code`{ ${concat(properties, ', ')} }`;
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}
