/** The modules that are the same in every package. */

import { readFileSync } from 'node:fs';

/** Their names. */
export const SUPPORT = ['_checks', '_explain', '_facts', '_limits', '_methods', '_texts'] as const;

const FOLDER = new URL('../../../templates/python/', import.meta.url);

export function supportText(name: (typeof SUPPORT)[number]): string {
  return readFileSync(new URL(`${name}.py`, FOLDER), 'utf8');
}
