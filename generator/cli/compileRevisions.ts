import { compileRevision, type GeneratedFile } from '../compile.js';
import { SchemaProblems, type Problem } from '../problems.js';
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
  /** Relative to the output folder: `2025-03-26/types.ts`. */
  readonly files: readonly GeneratedFile[];
}

/**
 * Compiles revisions, and says a line about each.
 *
 * @throws {SchemaProblems} with the problems of all of them, once all have been looked at
 */
export async function compileRevisions(
  ids: readonly string[],
  schemaDir: string,
  terminal: Terminal,
): Promise<CompiledRevision[]> {
  const compiled: CompiledRevision[] = [];
  const problems: Problem[] = [];
  for (const id of ids) {
    try {
      const { protocol, files } = await compileRevision(id, schemaDir);
      const revision = {
        id,
        definitions: protocol.source.types.length,
        methods: protocol.requests.length + protocol.notifications.length,
        files: await formatFiles(files),
      };
      compiled.push(revision);
      terminal.note(describeRevision(revision, terminal));
    } catch (error) {
      if (!(error instanceof SchemaProblems)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new SchemaProblems(problems);
  return compiled;
}

/** What programs are told of a revision. */
export function summaryOf({ id, definitions, methods, files }: CompiledRevision): object {
  return { id, definitions, methods, files: files.length };
}

function describeRevision({ id, definitions, methods, files }: CompiledRevision, { paint }: Terminal): string {
  const counts = [count(definitions, 'definition'), count(methods, 'method'), count(files.length, 'file')];
  return `${paint('bold', id)}  ${counts.join(', ')}`;
}
