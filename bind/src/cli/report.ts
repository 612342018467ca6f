/** What a run of the command says, as text, as Markdown, and as plain data. */

import { join } from 'node:path';
import { codeSpan, escapeHidden, printable, shorten } from '../compiler.js';
import type { ServerContract } from '@mcp-gen/sdk/host';
import { driftMarkdown, driftText, type ServerDrift } from '../lock/describe.js';
import type { Asked } from './asked.js';
import type { MadeModule, ModuleState } from './modules.js';

/** What a run of the command came to. */
export interface BindOutcome {
  /** 0, or 1 if a server is not as it was reviewed. */
  readonly exitCode: 0 | 1;
  /** The report for a terminal. Empty if help was printed. */
  readonly text: string;
  /** The same as plain data. */
  readonly json?: unknown;
}

/** One server, and what became of it. */
export interface BoundResult extends ServerDrift {
  readonly contract: ServerContract;
  /** What went wrong while the server was read. */
  readonly problems: readonly string[];
  /** Whether some of what the server lists is not in the contract. */
  readonly isIncomplete: boolean;
}

/** What was done, and found. */
export interface Findings {
  readonly results: readonly BoundResult[];
  /** The modules that were written, or compared. */
  readonly modules: readonly MadeModule[];
  /** How modules stand in their folder, by server. Empty if they were not compared. */
  readonly states: ReadonlyMap<string, ModuleState>;
  /** Paths of the files that were written. */
  readonly written: readonly string[];
  /** Whether a server is not as it was reviewed. */
  readonly hasDrift: boolean;
}

const STATES: { readonly [State in Exclude<ModuleState, 'current'>]: string } = {
  missing: 'is missing',
  edited: 'was edited, or is damaged',
  stale: 'is not as it would be written now',
  foreign: 'was not written by mcp-gen for this target',
};

/** Describes what was done, and found. */
export function report(findings: Findings, asked: Asked): BindOutcome {
  const { results, states, written, hasDrift } = findings;
  const isChecked = asked.check === true;
  const isFound = isChecked && [...states.values()].some((state) => state !== 'current');
  const isIncomplete = isChecked && results.some(({ isReviewed, isIncomplete: is }) => isReviewed && is);
  return {
    exitCode: hasDrift || isFound || isIncomplete ? 1 : 0,
    text: (asked.markdown === true ? markdownLines(findings, asked) : textLines(findings, asked)).join('\n'),
    json: { out: asked.out, servers: results.map((result) => serverJson(result, findings)), written },
  };
}

function textLines(findings: Findings, asked: Asked): readonly string[] {
  const { results, modules, written, hasDrift } = findings;
  const isFirst = results.every(({ isReviewed }) => !isReviewed) && !hasDrift;
  const isWritten = asked.check !== true;
  const problems = [...results, ...(isWritten ? modules : [])].flatMap(({ problems: each }) => each);
  const found = moduleFindings(findings, asked);
  return [
    ...(isFirst ? results.map(counts) : [driftText(results)]),
    ...problems.map(problemText),
    ...found,
    ...(isWritten ? modules : []).flatMap(({ sizes }) => (sizes === undefined ? [] : [sizes.text])),
    ...written.map((path) => `wrote ${path}`),
    ...(hasDrift ? [`Nothing was written. Review the changes, and accept them with --update (${asked.lock}).`] : []),
    ...(found.length > 0 && !hasDrift ? ['Run the command without --check to write modules again.'] : []),
  ];
}

function markdownLines(findings: Findings, asked: Asked): readonly string[] {
  const problems = findings.results.flatMap(({ problems: each }) => each.map(problemText));
  const more = [...problems, ...moduleFindings(findings, asked)];
  return [driftMarkdown(findings.results), ...more.map((text) => `\n${codeSpan(text)}`)];
}

/** What is wrong with modules, one line each. */
function moduleFindings({ modules, states }: Findings, { out }: Asked): readonly string[] {
  return modules.flatMap(({ server, path }) => {
    const state = states.get(server) ?? 'current';
    return state === 'current' ? [] : [`${join(out, path)} ${STATES[state]}`];
  });
}

function serverJson(
  { server, isReviewed, isIncomplete, changes, problems }: BoundResult,
  { modules, states }: Findings,
): object {
  const made = modules.find((module) => module.server === server);
  const state = states.get(server);
  return {
    server,
    reviewed: isReviewed,
    incomplete: isIncomplete,
    changes,
    ...(made && { module: { path: made.path, name: made.name, ...(state && { state }) } }),
    problems: [...problems, ...((state === undefined && made?.problems) || [])],
    ...(made?.sizes && { sizes: made.sizes }),
  };
}

function problemText(problem: string): string {
  return printable(shorten(escapeHidden(problem).replaceAll(/[\n\t]+/g, ' '), 1_000));
}

function counts({ server, contract }: BoundResult): string {
  const parts = (['tools', 'prompts', 'resources', 'templates'] as const).flatMap((list) => {
    const { length } = contract[list];
    return length === 0 ? [] : [`${length} ${length === 1 ? list.slice(0, -1) : list}`];
  });
  return printable(`${server}: ${parts.join(', ') || 'nothing offered'}`);
}
