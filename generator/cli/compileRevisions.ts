import { compileRevisions as compile, COMMON, type GeneratedFile } from '../compile.js';
import { formatFiles } from '../write/formatFiles.js';
import { count } from './count.js';
import type { Terminal } from './terminal.js';

/** One revision, ready to be written. */
export interface CompiledRevision {
  readonly id: string;
  /** How many definitions its schema has. */
  readonly definitions: number;
  /** How many requests and notifications it has. */
  readonly methods: number;
  /** How many files are its own. */
  readonly files: number;
}

/** Revisions, ready to be written into one folder. */
export interface CompiledRevisions {
  readonly revisions: readonly CompiledRevision[];
  /** How many files belong to several revisions, by folder. */
  readonly common: { readonly [folder: string]: number };
  /** Relative to the output folder: `2025-03-26/types.ts`, `shared/2024-11-05/validators.ts`. */
  readonly files: readonly GeneratedFile[];
}

/**
 * Compiles revisions, and says a line about each.
 *
 * @param ids oldest first
 * @param extensions files of declarations that are added to each of them
 * @throws {SchemaProblems} with the problems of all of them, once all have been looked at
 */
export async function compileRevisions(
  ids: readonly string[],
  schemaDir: string,
  terminal: Terminal,
  extensions: readonly string[] = [],
): Promise<CompiledRevisions> {
  const { protocols, files } = await compile(ids, schemaDir, extensions);
  const filesIn = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`));
  const formatted: GeneratedFile[] = [];
  const format = async (folder: string): Promise<number> => {
    const done = await formatFiles(filesIn(folder));
    formatted.push(...done);
    return done.length;
  };
  const revisions: CompiledRevision[] = [];
  for (const { revision: id, source, requests, notifications } of protocols) {
    const methods = requests.length + notifications.length;
    const revision = { id, definitions: source.types.length, methods, files: await format(id) };
    revisions.push(revision);
    terminal.note(describeRevision(revision, terminal));
  }
  const common: { [folder: string]: number } = {};
  for (const folder of COMMON) {
    const files = await format(folder);
    if (files > 0) terminal.note(`${terminal.paint('bold', folder)}      ${count(files, 'file')}`);
    common[folder] = files;
  }
  return { revisions, common, files: formatted };
}

function describeRevision({ id, definitions, methods, files }: CompiledRevision, { paint }: Terminal): string {
  const counts = [count(definitions, 'definition'), count(methods, 'method'), count(files, 'file')];
  return `${paint('bold', id)}  ${counts.join(', ')}`;
}
