/** Plain data as source text. */

import { code, concat, literal, propertyKey, type Code } from './code.js';

/** What can be printed: texts, numbers, lists, and maps from names; objects count as maps. */
export type Data = string | number | readonly Data[] | ReadonlyMap<string, unknown> | object;

/** An expression for the data. */
export function dataText(data: Data): Code {
  if (typeof data !== 'object') return literal(data);
  if (isList(data)) return code`[${concat(data.map(dataText), ', ')}]`;
  const entries = data instanceof Map ? [...(data as ReadonlyMap<string, Data>)] : Object.entries<Data>({ ...data });
  return code`{ ${concat(
    entries.map(([name, value]) => code`${propertyKey(name)}: ${dataText(value)}`),
    ', ',
  )} }`;
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}
