/** Reads a schema file and the extensions that are added to it. */

import { basename } from 'node:path';
import type { Declaration } from '../model/declarations.js';
import { extend, LABEL } from '../model/extend.js';
import { loadSchema } from './loadSchema.js';

/** An extension of the protocol: a file of declarations that is added to revisions. */
export interface Extension {
  /** The path of the file. */
  readonly file: string;
  /** The revisions that it is added to. Default: all. */
  readonly revisions?: readonly string[];
}

/** A schema file as data, with the declarations of its extensions. */
export interface ReadSchema {
  readonly revision: string;
  readonly declarations: readonly Declaration[];
  /** The schema file, as problems name it. */
  readonly file: string;
  /** The extensions, as generated files name them: `apps.ts (2026-01-26)`. */
  readonly extensions: readonly string[];
}

/**
 * @param extensions each after those that it imports from
 * @param stated the revision. Default: what the file states in `LATEST_PROTOCOL_VERSION`, or nothing
 * @throws {SchemaProblems} naming every construct that is not in the grammar
 */
export async function readSchema(path: string, extensions: readonly Extension[], stated?: string): Promise<ReadSchema> {
  const { text, file } = await loadSchema(path);
  // Loads ts-morph, which takes longer than the rest of a short command.
  const { readTypeScript } = await import('./readTypeScript.js');
  let declarations = readTypeScript(text, file);
  const names: string[] = [];
  const revision = stated ?? labelOf(declarations) ?? '';
  const added = extensions.filter(({ revisions }) => revisions?.includes(revision) ?? true);
  for (const extension of await Promise.all(added.map((each) => loadSchema(each.file)))) {
    const own = readTypeScript(extension.text, extension.file, declarations);
    names.push(nameOf(extension.file, own));
    declarations = extend(declarations, own);
  }
  return { revision, declarations, file, extensions: names };
}

function labelOf(declarations: readonly Declaration[]): string | undefined {
  const label = declarations.find(({ name }) => name === LABEL);
  return label?.kind === 'constant' ? String(label.value) : undefined;
}

/** Nothing in a name may end the comment that it is written into. */
function nameOf(file: string, declarations: readonly Declaration[]): string {
  const [name, label] = [basename(file), labelOf(declarations)].map((text) => text?.replaceAll(/[^\w./-]/g, '_'));
  return label === undefined ? `${name}` : `${name} (${label})`;
}
