/** Generated files: their paths, and their texts with imports. */

import { groupBy } from '../collections.js';
import type { Code, Import } from '../print/code.js';
import { concat } from '../print/code.js';
import type { Protocol } from '../model/protocol.js';
import { joinSources } from './joinSources.js';
import { renderTemplate } from '../templates/render.js';

/** A generated file, not yet formatted. */
export interface GeneratedFile {
  /** Relative to the output folder, with forward slashes: `2025-03-26/types.ts`. */
  readonly path: string;
  /** Its content. */
  readonly text: string;
}

/** Returns a file of a revision: the banner, the imports, and the declarations. */
export function sourceFile(protocol: Protocol, name: string, about: string, body: readonly Code[]): GeneratedFile {
  return moduleFile(protocol, { path: `${protocol.revision}/${name}.ts`, about }, body);
}

/** Returns the same for any path. */
export function moduleFile(
  { sources }: Pick<Protocol, 'sources'>,
  { path, about, target }: { readonly path: string; readonly about: string; readonly target?: string },
  body: readonly Code[],
): GeneratedFile {
  const source = joinSources(sources, target);
  const { text, imports } = concat(body, '\n\n');
  return {
    path,
    text: renderTemplate('generated/file.ts.hbs', { source, about, imports: importLines(imports), body: text }),
  };
}

/** Returns whether something is imported from a file, not from a package. */
function isFile(from: string): boolean {
  return from.startsWith('.');
}

/** Prints imports, packages first, then files. A name is imported as a type if it is never used as a value. */
function importLines(imports: readonly Import[]): readonly string[] {
  const modules = groupBy(imports, ({ from }) => from);
  return [...modules]
    .sort(([a], [b]) => (isFile(a) === isFile(b) ? (a < b ? -1 : 1) : isFile(a) ? 1 : -1))
    .flatMap(([from, used]) => {
      const named = used.filter(({ namespace }) => namespace === undefined);
      const values = new Set(named.filter(({ type }) => !type).map(({ name }) => name));
      const types = new Set(named.map(({ name }) => name).filter((name) => !values.has(name)));
      const namespaces = used.flatMap(({ namespace, type }) =>
        namespace === undefined ? [] : [`${keyword(type)} * as ${namespace}`],
      );
      return [...new Set(namespaces), ...nameList(false, values), ...nameList(true, types)].map(
        (imported) => `${imported} from ${JSON.stringify(from)};`,
      );
    });
}

function nameList(type: boolean, names: ReadonlySet<string>): readonly string[] {
  return names.size === 0 ? [] : [`${keyword(type)} { ${[...names].sort().join(', ')} }`];
}

function keyword(type: boolean): string {
  return type ? 'import type' : 'import';
}
