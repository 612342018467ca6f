import { compileRevisions as compile, type CompileOptions } from '../compile.js';
import { COMMON } from '../model/revisionName.js';
import { joinProblems, type Problem } from '../problems.js';
import type { Output } from '../write/write.js';
import { count } from './count.js';
import { describeDecision } from './describeDecision.js';
import type { Terminal } from './terminal.js';

/** A compiled revision. */
export interface CompiledRevision {
  readonly id: string;
  /** The number of definitions in its schema. */
  readonly definitions: number;
  /** The number of requests and notifications. */
  readonly methods: number;
  /** The number of its own files. */
  readonly files: number;
  /** The open decisions. A draft has a guess for each. */
  readonly openDecisions: readonly Problem[];
}

/** Revisions compiled into one folder. The paths of their files are relative to it. */
export interface CompiledRevisions {
  readonly revisions: readonly CompiledRevision[];
  /** The number of files that several revisions share, by folder. */
  readonly common: { readonly [folder: string]: number };
  readonly output: Output;
}

/**
 * Compiles revisions, and prints a line about each, with the open decisions of a draft as warnings.
 *
 * @param ids oldest first
 * @throws {SchemaProblems} with the problems of all revisions
 * @throws {WriteError} if the destination cannot be written
 */
export async function compileRevisions(
  ids: readonly string[],
  schemaDir: string,
  terminal: Terminal,
  options: CompileOptions = {},
): Promise<CompiledRevisions> {
  const { protocols, ...output } = await compile(ids, schemaDir, options);
  const { files } = output;
  const filesIn = (folder: string): number => files.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  const revisions = protocols.map(({ revision: id, source, requests, notifications, openDecisions }) => {
    const methods = requests.length + notifications.length;
    return { id, definitions: source.types.length, methods, files: filesIn(id), openDecisions };
  });
  const common = Object.fromEntries(COMMON.map((folder) => [folder, filesIn(folder)]));
  const decisions = joinProblems(revisions.map(({ id, openDecisions }) => ({ revision: id, problems: openDecisions })));
  for (const decision of decisions) terminal.note(describeDecision(decision, terminal));
  for (const revision of revisions) terminal.note(describeRevision(revision, terminal));
  for (const [folder, number] of Object.entries(common)) {
    if (number === 0) continue;
    const gap = ' '.repeat(COUNTS - folder.length);
    terminal.note(`${terminal.paint('bold', folder)}${gap}${count(number, 'file')}`);
  }
  return { revisions, common, output };
}

/** The column of the numbers: after a date and two spaces. */
const COUNTS = 12;

function describeRevision(
  { id, definitions, methods, files, openDecisions }: CompiledRevision,
  { paint }: Terminal,
): string {
  const open = openDecisions.length === 0 ? [] : [count(openDecisions.length, 'open decision')];
  const counts = [count(definitions, 'definition'), count(methods, 'method'), count(files, 'file'), ...open];
  return `${paint('bold', id)}  ${counts.join(', ')}`;
}
