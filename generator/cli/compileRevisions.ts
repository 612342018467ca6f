import { compileRevisions as compile, type CompileOptions } from '../compileProtocols.js';
import { COMMON } from '../model/revisionName.js';
import type { Protocol } from '../model/protocol.js';
import type { Phase } from '../phases.js';
import { joinProblems, type Problem } from '../problems.js';
import { foldersOf } from '../targets/revisionFolders.js';
import type { RevisionFolders } from '../targets/target.js';
import { deliver, type Output } from '../write/write.js';
import { count } from './phrases.js';
import { describeDecision } from './describeChecklist.js';
import { openRun } from './lastRun.js';
import type { Terminal } from './terminal.js';

/** What the steps of a compilation do. */
const STEPS: { readonly [Name in Phase]: string } = {
  read: 'Reading the schemas',
  model: 'Checking the schemas',
  analyze: 'Comparing the revisions',
  emit: 'Generating code',
  write: 'Formatting and comparing the files',
};

/** Returns what says the steps of a compilation, once they have taken long. */
export function stepsOf({ progress }: Terminal): (phase: Phase) => void {
  return (phase) => progress?.step(STEPS[phase]);
}

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

/** What is printed about a run. */
interface Summary {
  readonly revisions: readonly CompiledRevision[];
  /** The number of files that several revisions share, by folder. */
  readonly common: { readonly [folder: string]: number };
}

/** Revisions compiled into one folder. The paths of their files are relative to it. */
export interface CompiledRevisions extends Summary {
  readonly output: Output;
}

/**
 * Compiles revisions, and prints a line about each, with the open decisions of a draft as warnings. If nothing has changed since the last
 * run, nothing is compiled again, unless the duration of each step is asked for.
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
  const { destination, target = 'typescript', onPhase } = options;
  const run = onPhase ? undefined : await openRun<Summary>(ids, schemaDir, options);
  const last = await run?.recall();
  if (last && destination && typeof target === 'string') {
    print(last.summary, terminal);
    return { ...last.summary, output: await deliver(last.files, target, destination) };
  }
  const { protocols, ...output } = await compile(ids, schemaDir, { ...options, onStart: stepsOf(terminal) });
  const summary = summarize(protocols, output, foldersOf(target));
  if (destination?.check !== true) await run?.remember(summary, output.files);
  print(summary, terminal);
  return { ...summary, output };
}

function summarize(protocols: readonly Protocol[], { files }: Output, { folderOf }: RevisionFolders): Summary {
  const filesIn = (folder: string): number => files.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  const revisions = protocols.map(({ revision: id, source, requests, notifications, openDecisions }) => {
    const methods = requests.length + notifications.length;
    return { id, definitions: source.types.length, methods, files: filesIn(folderOf(id)), openDecisions };
  });
  return { revisions, common: Object.fromEntries(COMMON.map((folder) => [folder, filesIn(folder)])) };
}

function print({ revisions, common }: Summary, terminal: Terminal): void {
  const decisions = joinProblems(revisions.map(({ id, openDecisions }) => ({ revision: id, problems: openDecisions })));
  for (const decision of decisions) terminal.note(describeDecision(decision, terminal));
  for (const revision of revisions) terminal.note(describeRevision(revision, terminal));
  for (const [folder, number] of Object.entries(common)) {
    if (number === 0) continue;
    const gap = ' '.repeat(COUNTS - folder.length);
    terminal.note(`${terminal.paint('bold', folder)}${gap}${count(number, 'file')}`);
  }
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
