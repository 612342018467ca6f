import {
  compileRevisions as compile,
  COMMON,
  type Extension,
  type GeneratedFile,
  type Target,
  type TargetName,
} from '../compile.js';
import { timed, type OnPhase } from '../phases.js';
import type { Problem } from '../problems.js';
import { formatFiles } from '../write/formatFiles.js';
import { count } from './count.js';
import { describeDecision } from './describeDecision.js';
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
  /** What a person has not decided yet: a draft has a guess for each. */
  readonly openDecisions: readonly Problem[];
}

export interface CompileOptions {
  readonly extensions?: readonly Extension[];
  readonly draft?: boolean;
  readonly target?: TargetName | Target;
  readonly onPhase?: OnPhase | undefined;
}

/** Revisions, ready to be written into one folder. */
export interface CompiledRevisions {
  readonly revisions: readonly CompiledRevision[];
  /** How many files belong to several revisions, by folder. */
  readonly common: { readonly [folder: string]: number };
  /** Relative to the output folder: `2025-03-26/types.ts`, `shared/since-2024-11-05/validators.ts`. */
  readonly files: readonly GeneratedFile[];
}

/**
 * Compiles revisions, and prints a line about each, with the decisions that a draft leaves open as warnings.
 *
 * @param ids oldest first
 * @param options.extensions files of declarations that are added to the revisions that they fit
 * @param options.draft whether open decisions are guessed, rather than errors. Default: false
 * @param options.target what is generated. Default: `typescript`
 * @param options.onPhase called after each step with its duration
 * @throws {SchemaProblems} with the problems of all revisions
 */
export async function compileRevisions(
  ids: readonly string[],
  schemaDir: string,
  terminal: Terminal,
  { extensions = [], draft = false, target = 'typescript', onPhase }: CompileOptions = {},
): Promise<CompiledRevisions> {
  const { protocols, files: unformatted } = await compile(ids, schemaDir, {
    extensions,
    completeness: draft ? 'draft' : 'release',
    target,
    onPhase,
  });
  const files = await timed('format', onPhase, () => formatFiles(unformatted));
  const filesIn = (folder: string): number => files.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  const revisions: CompiledRevision[] = [];
  for (const { revision: id, source, requests, notifications, openDecisions } of protocols) {
    const methods = requests.length + notifications.length;
    const revision = { id, definitions: source.types.length, methods, files: filesIn(id), openDecisions };
    revisions.push(revision);
    for (const decision of openDecisions) terminal.note(describeDecision(decision, terminal));
    terminal.note(describeRevision(revision, terminal));
  }
  const common: { [folder: string]: number } = {};
  for (const folder of COMMON) {
    const number = filesIn(folder);
    if (number > 0) terminal.note(`${terminal.paint('bold', folder)}      ${count(number, 'file')}`);
    common[folder] = number;
  }
  return { revisions, common, files };
}

function describeRevision(
  { id, definitions, methods, files, openDecisions }: CompiledRevision,
  { paint }: Terminal,
): string {
  const open = openDecisions.length === 0 ? [] : [count(openDecisions.length, 'open decision')];
  const counts = [count(definitions, 'definition'), count(methods, 'method'), count(files, 'file'), ...open];
  return `${paint('bold', id)}  ${counts.join(', ')}`;
}
