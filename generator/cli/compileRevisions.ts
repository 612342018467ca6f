import { compileRevisions as compile, type CompileOptions } from '../compile.js';
import { COMMON } from '../model/revisionName.js';
import { joinProblems, type Problem } from '../problems.js';
import type { Output } from '../write/write.js';
import { count } from './count.js';
import { describeDecision } from './describeDecision.js';
import type { Terminal } from './terminal.js';

/** One revision, compiled. */
export interface CompiledRevision {
  readonly id: string;
  /** How many definitions its schema has. */
  readonly definitions: number;
  /** How many requests and notifications it has. */
  readonly methods: number;
  /** How many files are its own. */
  readonly files: number;
  /** What a person has not decided yet: a draft has a guess for each. */
  readonly openDecisions: readonly Problem[];
}

/** Revisions, compiled into one folder. The paths of their files are relative to it. */
export interface CompiledRevisions {
  readonly revisions: readonly CompiledRevision[];
  /** How many files belong to several revisions, by folder. */
  readonly common: { readonly [folder: string]: number };
  readonly output: Output;
}

/**
 * Compiles revisions, and prints a line about each, with the decisions that a draft leaves open as warnings.
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
    if (number > 0) terminal.note(`${terminal.paint('bold', folder)}      ${count(number, 'file')}`);
  }
  return { revisions, common, output };
}

function describeRevision(
  { id, definitions, methods, files, openDecisions }: CompiledRevision,
  { paint }: Terminal,
): string {
  const open = openDecisions.length === 0 ? [] : [count(openDecisions.length, 'open decision')];
  const counts = [count(definitions, 'definition'), count(methods, 'method'), count(files, 'file'), ...open];
  return `${paint('bold', id)}  ${counts.join(', ')}`;
}
