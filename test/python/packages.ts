/** Packages of Python that the target generates, and what they say to values. */

import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { makePlan } from '../../generator/analyze/plan.js';
import type { Protocol } from '../../generator/model/protocol.js';
import { targets } from '../../generator/targets/index.js';
import { packageName } from '../../generator/targets/python/pythonNames.js';
import type { Judges } from '../support/loadGenerated.js';
import { PYTHON } from '../support/python.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** JSON as it is sent: `1.0` is not a value of JavaScript. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Case = readonly [definition: string, value: unknown];

/** The issues of a value: the pointer, what was expected, and what there is. */
export type Issues = readonly (readonly [string, string, string])[];

export function textOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}

/** The name of a package. */
const NAME = 'protocol';

/** Writes the package of some revisions, and returns the folder that it is in. */
export async function writePackage(protocols: readonly Protocol[]): Promise<string> {
  const folder = await temporaryFolder();
  await writeInto(folder, NAME, protocols);
  return folder;
}

/** Writes the package of some revisions into a folder. */
export async function writeInto(folder: string, name: string, protocols: readonly Protocol[]): Promise<void> {
  for (const { path, text } of targets.python.emit(makePlan(protocols), () => 'Code generated.')) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** What Python says to values of a revision: its guards, and its explanations, which the judge compares. */
export function judge(
  folder: string,
  revision: string,
  cases: readonly Case[],
  name: string = NAME,
): readonly Issues[] {
  const { stdout, stderr } = spawnSync(
    PYTHON,
    [join(ROOT, 'examples/python/judge.py'), `${name}.${packageName(revision)}`],
    {
      input: cases.map(([definition, value]) => `["${definition}", ${textOf(value)}]`).join('\n'),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, PYTHONPATH: folder },
    },
  );
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(cases.length);
  return lines.map((line) => JSON.parse(line) as Issues);
}

/** The values to which Python says something else, five at most. */
export function disagreements(
  { guards, explain }: Judges,
  cases: readonly Case[],
  verdicts: readonly Issues[],
): readonly unknown[] {
  return cases
    .flatMap(([name, value], index) => {
      const parsed: unknown = JSON.parse(textOf(value));
      const ours = explain(name, parsed).map(({ pointer, expected, actual }) => [pointer, expected, actual]);
      const accepts = guards[name]?.(parsed) ?? false;
      const python = verdicts[index];
      const agree = accepts === (ours.length === 0) && JSON.stringify(ours) === JSON.stringify(python);
      return agree ? [] : [{ name, value: textOf(value), accepts, ours, python }];
    })
    .slice(0, 5);
}
