/** Plain data as source text. */

import { code, concat, literal, propertyKey, type Code } from './code.js';

/** What can be printed: strings, numbers, booleans, arrays, and objects. */
export type Data = string | number | boolean | readonly Data[] | object;

/** An expression for the data. */
export function dataText(data: Data): Code {
  if (typeof data !== 'object') return literal(data);
  if (isList(data)) return code`[${concat(data.map(dataText), ', ')}]`;
  const entries = Object.entries(data as { readonly [name: string]: Data });
  const properties = entries.map(([name, value]) => code`${propertyKey(name)}: ${dataText(value)}`);
  return code`{ ${concat(properties, ', ')} }`;
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}
