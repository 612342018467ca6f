/** The declarations of all limits that callers share. */

import type { SharedLimit } from '../../runtime/src/ledger/index.js';
import { modulesIn } from '../architecture/modules.js';
import { readProjectFile } from '../support/schemas.js';

const FOLDERS = ['runtime/src', 'sdk/src', 'auth/src', 'redis/src'];

/** Returns the declarations by name, in the order of their files. */
export async function declarations(): Promise<ReadonlyMap<string, SharedLimit>> {
  const found = new Map<string, SharedLimit>();
  for (const { path } of FOLDERS.flatMap(modulesIn)) {
    for (const [, name = ''] of readProjectFile(path).matchAll(/\b(\w+): SharedLimit = \{/g)) {
      const { href } = new URL(`../../${path}`, import.meta.url);
      const module = (await import(/* @vite-ignore */ href)) as { readonly [name: string]: SharedLimit | undefined };
      const limit = module[name];
      if (limit === undefined || found.has(name)) throw new Error(`${path} must export ${name}, with a unique name`);
      found.set(name, limit);
    }
  }
  return found;
}

/** Returns the cells of the row of a limit in SECURITY.md. */
export function cellsOf({ what, option, of, most, unit, loses, refused }: SharedLimit): readonly string[] {
  const setBy = option === undefined ? '' : `\`${option}\`${of === undefined ? '' : ` of \`${of}\``}`;
  const mebibytes = unit === 'bytes' && most % 2 ** 20 === 0;
  const number = mebibytes ? `${most / 2 ** 20} MiB` : most.toLocaleString('en-US');
  return [`${what.charAt(0).toUpperCase()}${what.slice(1)}`, setBy, number, loses, refused];
}
