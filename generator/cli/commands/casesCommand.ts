import { join } from 'node:path';
import { Command } from 'commander';
import { shapesOf } from '../../analyze/buildShapes.js';
import { encodeShapes } from '../../analyze/encodeShapes.js';
import { agrees, caseLine, questionLine, type Verdict } from '../../cases/formatCase.js';
import { makeCases, type Case } from '../../cases/makeCases.js';
import { shorten } from '../../printable.js';
import { loadProtocol } from '../../protocols.js';
import type { Extension } from '../../read/extension.js';
import { loadExplainer } from '../../validate/explainer.js';
import { chooseRevisions } from '../chooseRevisions.js';
import { extensionOption, jsonOption, schemaOption } from '../options.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import { count } from '../phrases.js';
import { runJudge } from '../runJudge.js';
import type { Terminal } from '../terminal.js';

interface CasesOptions {
  readonly count: string;
  readonly seed: string;
  readonly judge?: string;
  readonly schema: string;
  readonly extension: readonly Extension[];
}

/** The most disagreements that are shown. */
const SHOWN = 20;
const LONGEST = 1_000;

const EXAMPLES = `
Examples:
  mcp-gen cases 2025-11-25 > cases.jsonl
  mcp-gen cases 2025-11-25 --count 100000 --judge "python3 judge.py"

Each line is a case: ["Tool", {"name": 1}, [["/name", "string", "1"], ...]], with the definition, the value, and its issues.
A judge reads lines of a definition and a value. For each it prints true or false, or the issues.`;

export function casesCommand(terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('cases')
    .summary('make test cases for validators, or run them')
    .description(
      'Make random valid and invalid values of all definitions, with what is wrong with them; or compare a program with that.',
    )
    .argument('<revision>', 'the revision')
    .option('--count <number>', 'the number of cases', '10000')
    .option('--seed <number>', 'the number that the values follow from', '1')
    .option('--judge <command>', 'a program to compare: it reads definitions and values, and prints its verdicts')
    .addOption(schemaOption())
    .addOption(extensionOption())
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (revision: string, options: CasesOptions) => finish(await cases(revision, options, terminal)));
}

async function cases(revision: string, options: CasesOptions, terminal: Terminal): Promise<Outcome> {
  const { schema, extension, judge } = options;
  await chooseRevisions([revision], schema);
  const protocol = await loadProtocol(join(schema, revision, 'schema.ts'), revision, extension);
  const explain = await loadExplainer(protocol);
  const shapes = encodeShapes(shapesOf(protocol.definitions));
  const [number, seed] = [integer(options.count, '--count'), integer(options.seed, '--seed')];
  const make = (): Iterable<Case> => makeCases(shapes, explain, number, seed);
  if (judge === undefined) {
    for (const made of make()) terminal.print(caseLine(made));
    return { exitCode: exitCode.done, text: '', json: { revision, cases: number, seed } };
  }
  return compare(judge, make, terminal, { revision, seed });
}

/** Compares the verdicts of a program. The cases are made twice, because the program may read faster than it answers. */
async function compare(judge: string, make: () => Iterable<Case>, terminal: Terminal, about: object): Promise<Outcome> {
  const expected = make()[Symbol.iterator]();
  let [judged, different] = [0, 0];
  for await (const line of runJudge(judge, () => questions(make()))) {
    const next = expected.next();
    if (next.done === true) throw new UsageError(`The judge printed more than ${count(judged, 'line')}: ${judge}`);
    judged++;
    if (agrees(next.value, verdictIn(line, judged))) continue;
    if (++different <= SHOWN) terminal.print(shorten(`${caseLine(next.value)}\n  judge: ${line}`, LONGEST));
  }
  if (expected.next().done !== true) throw new UsageError(`The judge ended after ${count(judged, 'case')}: ${judge}`);
  return {
    exitCode: different === 0 ? exitCode.done : exitCode.findings,
    text: `${count(judged, 'case')}, ${count(different, 'disagreement')}.`,
    json: { ...about, cases: judged, disagreements: different },
  };
}

function* questions(made: Iterable<Case>): Generator<string> {
  for (const each of made) yield questionLine(each);
}

/** @throws {UsageError} if the line is not a verdict */
function verdictIn(line: string, number: number): Verdict {
  try {
    const verdict = JSON.parse(line) as unknown;
    if (typeof verdict === 'boolean' || Array.isArray(verdict)) return verdict as Verdict;
  } catch {
    // Said below.
  }
  throw new UsageError(
    `Line ${number} of the judge is not a verdict: expected true, false, or an array, got ${shorten(line, 100)}`,
  );
}

function integer(text: string, option: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`Invalid ${option} ${text}. Expected an integer from 1 to 999999999.`);
}
