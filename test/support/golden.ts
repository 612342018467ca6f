/** Compares files that are committed with what is made now. A failure is a few lines, and the first of them names the remedy. */

import { relative, resolve } from 'node:path';
import { expect } from 'vitest';
import { checkFiles, type Finding } from '../../generator/write/checkFiles.js';
import { writeFiles } from '../../generator/write/writeFiles.js';
import { ROOT } from './schemas.js';

/** A file as it is made now, with its path in its folder. */
export interface MadeFile {
  readonly path: string;
  readonly text: string;
}

/** How many files a failure shows, and how many characters of a line. */
const SHOWN = { files: 10, characters: 300 };

/**
 * Expects that a folder holds these files, and no other generated ones beside them. With UPDATE_GOLDEN=1, writes them first.
 *
 * @param folder from the root of the project
 * @throws Error if UPDATE_GOLDEN is set in CI, where a golden that is written would always be right
 */
export async function expectGolden(folder: string, files: readonly MadeFile[]): Promise<void> {
  const test = relative(ROOT, expect.getState().testPath ?? 'test');
  if (process.env['UPDATE_GOLDEN']) {
    if (process.env['CI']) throw new Error('UPDATE_GOLDEN is not allowed where CI is set: unset UPDATE_GOLDEN.');
    await writeFiles(resolve(ROOT, folder), files, { force: true, prune: true });
  }
  await expectCommitted(folder, files, `UPDATE_GOLDEN=1 npx vitest run ${test}`);
}

/**
 * Expects the same of files that a command writes.
 *
 * @param command what brings the files up to date
 */
export async function expectCommitted(folder: string, files: readonly MadeFile[], command: string): Promise<void> {
  const findings = await checkFiles(resolve(ROOT, folder), files);
  const shown = findings.slice(0, SHOWN.files).map((finding) => describe(folder, finding));
  const more = findings.length > SHOWN.files ? [`... and ${findings.length - SHOWN.files} more files`] : [];
  const [only, ...others] = files.map(({ path }) => `${folder}/${path}`);
  const subject = only !== undefined && others.length === 0 ? only : folder;
  expect([...shown, ...more], remedyOf(subject, command)).toEqual([]);
}

/** Says in one line that something committed is out of date, and how to update it. */
export function remedyOf(subject: string, command: string): string {
  return `${subject} is out of date. If the change is intended, run \`${command}\` and read the difference`;
}

/** The first line that differs. A golden may be wrong, or what is made now: neither is called the right one. */
function describe(folder: string, finding: Finding): string {
  const path = `${folder}/${finding.path}`;
  if (finding.kind !== 'stale')
    return `${path}  ${finding.kind === 'missing' ? 'is not committed' : 'is no longer made'}`;
  return `${path}:${finding.line}\n  committed  ${shorten(finding.actual)}\n  made now   ${shorten(finding.expected)}`;
}

function shorten(line = '(the end of the file)'): string {
  return line.length > SHOWN.characters ? `${line.slice(0, SHOWN.characters)}…` : line;
}
