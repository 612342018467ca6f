/** Prints data of JSON as literals. */

import { bracketed, type Layout } from './codeLayout.js';
import { literal, stringLiteral } from './pythonNames.js';

export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data | undefined };

/** Returns data as a literal. Properties that are undefined are left out. */
export function dataLayout(data: Data): Layout {
  if (typeof data !== 'object' || data === null) return literal(data);
  if (isList(data)) return bracketed('[', data.map(dataLayout), ']');
  const entries = Object.entries(data).flatMap(([key, value]): Layout[] =>
    value === undefined ? [] : [[`${stringLiteral(key)}: `, dataLayout(value)]],
  );
  return bracketed('{', entries, '}');
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}
