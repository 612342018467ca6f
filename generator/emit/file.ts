/** A generated file: its path, and its text once the imports are known. */

import { groupBy } from '../collections.js';
import type { Code, Import } from '../print/code.js';
import { concat } from '../print/code.js';
import type { Protocol } from '../model/protocol.js';
import { renderTemplate } from './templates/render.js';

/** A file to be written, not yet formatted. */
export interface GeneratedFile {
  /** Relative to the output folder, with forward slashes: `2025-03-26/types.ts`. */
  readonly path: string;
  readonly text: string;
}

/** A file of a revision: declarations below each other, under the banner and the imports that they need. */
export function sourceFile(protocol: Protocol, name: string, about: string, body: readonly Code[]): GeneratedFile {
  return moduleFile(protocol, { path: `${protocol.revision}/${name}.ts`, about }, body);
}

/** The same at any path. */
export function moduleFile(
  { sources }: Pick<Protocol, 'sources'>,
  { path, about }: { readonly path: string; readonly about: string },
  body: readonly Code[],
): GeneratedFile {
  const source = sources.join(' and ');
  const { text, imports } = concat(body, '\n\n');
  return {
    path,
    text: renderTemplate('generated/file.ts.hbs', { source, about, imports: importLines(imports), body: text }),
  };
}

/** Packages first, then files. A name is a type import only if it is nowhere used as a value. */
function importLines(imports: readonly Import[]): readonly string[] {
  const modules = groupBy(imports, ({ from }) => from);
  return [...modules]
    .sort(([a], [b]) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || (a < b ? -1 : 1))
    .flatMap(([from, used]) => {
      const values = new Set(used.filter(({ type }) => !type).map(({ name }) => name));
      const types = new Set(used.map(({ name }) => name).filter((name) => !values.has(name)));
      return [importLine('import', values, from), importLine('import type', types, from)].filter((line) => line !== '');
    });
}

function importLine(keyword: string, names: ReadonlySet<string>, from: string): string {
  return names.size === 0 ? '' : `${keyword} { ${[...names].sort().join(', ')} } from ${JSON.stringify(from)};`;
}
