/** The declarations of a package need nothing that the package does not contain. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';

interface Manifest {
  readonly workspaces?: readonly string[];
  /** Undefined for a package that is a program only. */
  readonly exports?: { readonly [entry: string]: string | { readonly types?: string } };
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

test.each(['.', ...(manifestOf('.').workspaces ?? [])].filter((folder) => manifestOf(folder).exports !== undefined))(
  'every import in the declarations of %s is in its dist',
  (folder) => {
    const dist = join(ROOT, folder, 'dist');
    const entries = Object.values(manifestOf(folder).exports ?? {}).flatMap((entry) =>
      typeof entry === 'object' && entry.types !== undefined ? [resolve(ROOT, folder, entry.types)] : [],
    );
    const seen = new Set<string>();
    const lost: string[] = [];
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
        const found = resolve(dirname(file), specifier).replace(/\.js$/, '.d.ts');
        if (existsSync(found) && found.startsWith(dist)) visit(found);
        else lost.push(`${relative(ROOT, file)}: ${specifier}`);
      }
    };
    // Patterns such as `./*` name no file.
    for (const entry of entries.filter((path) => !path.includes('*'))) visit(entry);
    expect(seen.size).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  },
);
