/** The declarations of all limits that callers share. */

import type { SharedLimit } from '../../runtime/src/ledger/index.js';
import { typedConstants } from '../support/typedConstants.js';

/**
 * Returns the declarations by name, in the order of their files.
 *
 * @throws {Error} if two have one name.
 */
export async function declarations(): Promise<ReadonlyMap<string, SharedLimit>> {
  const all = await typedConstants<SharedLimit>('SharedLimit');
  const found = new Map(all.map(({ name, value }) => [name, value]));
  if (found.size < all.length) throw new Error('Each limit that callers share needs a unique name');
  return found;
}

/** Returns the cells of the row of a limit in SECURITY.md. */
export function cellsOf({ what, option, of, most, unit, loses, refused }: SharedLimit): readonly string[] {
  const setBy = option === undefined ? '' : `\`${option}\`${of === undefined ? '' : ` of \`${of}\``}`;
  const mebibytes = unit === 'bytes' && most % 2 ** 20 === 0;
  const number = mebibytes ? `${most / 2 ** 20} MiB` : most.toLocaleString('en-US');
  return [`${what.charAt(0).toUpperCase()}${what.slice(1)}`, setBy, number, loses, refused];
}
