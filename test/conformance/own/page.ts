/** The table of docs/conformance.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CheckResult } from '../../../conformance/src/judge.js';

interface Judged {
  readonly name: string;
  readonly rows: readonly CheckResult[];
}

const VERDICTS = { failed: 'fails', warnings: 'warning' } as const;

/** For each fixture the sums, and for each check that one of them does not pass, where that is. */
export function resultsTable(judged: readonly Judged[]): string {
  const names = judged.map(({ name }) => name);
  const sums = (['server', 'client'] as const).flatMap((leg) =>
    (['passed', 'failed', 'warnings', 'skipped'] as const).map((kind) => [
      `${leg}s: ${kind === 'skipped' ? 'not applicable' : kind}`,
      ...judged.map(({ rows }) => sumOf(rows, leg, kind)),
    ]),
  );
  const checks = [...new Set(judged.flatMap(({ rows }) => rows.filter(isWrong).map(({ check }) => check)))];
  const lines = checks.map((check) => ['`' + check + '`', ...judged.map(({ rows }) => cellOf(rows, check))]);
  return `${markdown([['', ...names], ...sums])}\n\n${markdown([['check', ...names], ...lines])}`;
}

/** Writes the table into the page. */
export async function writePage(table: string): Promise<void> {
  // Bundled, this module lies in a folder below its own.
  const root = new URL('../../../../', import.meta.url);
  const { formatted } = (await import(new URL('scripts/formatted.mjs', root).href)) as {
    readonly formatted: (path: string, text: string) => Promise<string>;
  };
  const path = fileURLToPath(new URL('docs/conformance.md', root));
  const text = readFileSync(path, 'utf8').replace(
    /(<!-- results -->).*?(<!-- end -->)/s,
    (_, start: string, end: string) => `${start}\n\n${table}\n\n${end}`,
  );
  writeFileSync(path, await formatted(path, text));
}

function isWrong({ failed, warnings }: CheckResult): boolean {
  return failed + warnings > 0;
}

function sumOf(
  rows: readonly CheckResult[],
  leg: CheckResult['leg'],
  kind: 'passed' | 'failed' | 'warnings' | 'skipped',
): string {
  const own = rows.filter((row) => row.leg === leg);
  return own.length === 0 ? 'none' : String(own.reduce((sum, row) => sum + row[kind], 0));
}

/** `fails: stdio 2025-03-26`, a part for each verdict. */
function cellOf(rows: readonly CheckResult[], check: string): string {
  const own = rows.filter((row) => row.check === check);
  if (own.length === 0) return '';
  const parts = (['failed', 'warnings'] as const).flatMap((kind) => {
    const found = own.filter((row) => row[kind] > 0);
    return found.length === 0 ? [] : [`${VERDICTS[kind]} (${placesOf(found)})`];
  });
  if (parts.length > 0) return parts.join(', ');
  return own.some(({ passed }) => passed > 0) ? 'passes' : 'not applicable';
}

/** The revisions, and the transports if not all of the suite are concerned. */
function placesOf(rows: readonly CheckResult[]): string {
  const revisions = [...new Set(rows.map(({ revision }) => revision))];
  const transports = [...new Set(rows.map(({ transport }) => transport))];
  return `${transports.join(', ')}: ${revisions.join(', ')}`;
}

function markdown(lines: readonly (readonly string[])[]): string {
  const [header = [], ...rest] = lines;
  return [header, header.map(() => '---'), ...rest].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
