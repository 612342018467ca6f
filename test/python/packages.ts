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

/** What a judge says to a value. */
export interface Verdict {
  readonly accepted: boolean;
  /** The pointer, what was expected, and what there is. */
  readonly issues: readonly (readonly [string, string, string])[];
}

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

/** What Python says to values of a revision. */
export function judge(
  folder: string,
  revision: string,
  cases: readonly Case[],
  name: string = NAME,
): readonly Verdict[] {
  const module = `${name}.${packageName(revision)}`;
  const input = cases.map(([definition, value]) => `["${module}", "${definition}", ${textOf(value)}]`).join('\n');
  const { stdout, stderr } = spawnSync(PYTHON, [join(ROOT, 'test/python/judge.py'), folder], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(cases.length);
  return lines.map((line) => {
    const [accepted, issues] = JSON.parse(line) as [boolean, Verdict['issues']];
    return { accepted, issues };
  });
}

/** The values to which Python says something else, five at most. */
export function disagreements(
  { guards, explain }: Judges,
  cases: readonly Case[],
  verdicts: readonly Verdict[],
): readonly unknown[] {
  return cases
    .flatMap(([name, value], index) => {
      const parsed: unknown = JSON.parse(textOf(value));
      const ours: Verdict = {
        accepted: guards[name]?.(parsed) ?? false,
        issues: explain(name, parsed).map(({ pointer, expected, actual }) => [pointer, expected, actual]),
      };
      const python = verdicts[index];
      return JSON.stringify(ours) === JSON.stringify(python) ? [] : [{ name, value: textOf(value), ours, python }];
    })
    .slice(0, 5);
}
