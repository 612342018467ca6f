/**
 * The example of a target accepts in Python what the guards accept: over random valid values and values with one fault of every revision,
 * and over values around each limit. ORACLE_SEED chooses which.
 */

import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import { makePlan } from '../../generator/analyze/plan.js';
import { loadTarget } from '../../generator/cli/findTarget.js';
import type { Target } from '../../generator/targets/target.js';
import { compileText, deriveText } from '../support/compileText.js';
import { emitProtocols } from '../support/emitProtocols.js';
import { loadJudges } from '../support/loadGenerated.js';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { Samples } from '../support/samples.js';
import { REVISIONS, ROOT, schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { subjectOf } from './subjects.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 2026);
const ROUNDS = 20;

type Case = readonly [definition: string, value: unknown];

/** JSON as it is sent: `1.0` is not a value of JavaScript. */
class Text {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function textOf(value: unknown): string {
  return value instanceof Text ? value.text : JSON.stringify(value);
}

/** What Python says to each value. */
async function judge(text: string, revision: string, cases: readonly Case[]): Promise<readonly boolean[]> {
  const folder = await temporaryFolder();
  const python = (await loadTarget(join(ROOT, 'examples/target/python.mjs'))) as Target;
  for (const { path, text: file } of python.emit(makePlan([compileText(text, revision)]), () => '')) {
    await writeFile(join(folder, path.replace(`${revision}/`, 'protocol_')), file);
  }
  const program = `
import json, sys, protocol_types
from protocol_guards import GUARDS
for line in sys.stdin:
    name, value = json.loads(line)
    print(GUARDS[name](value))
`;
  const input = cases.map(([name, value]) => `["${name}", ${textOf(value)}]`).join('\n');
  const { stdout, stderr } = spawnSync(PYTHON, ['-c', program], {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line === 'True');
}

/** A value in a value, and so on. */
function nested(depth: number, around: (inner: string) => string): Text {
  return new Text(Array.from({ length: depth - 1 }).reduce<string>(around, '{ "value": 1 }'));
}

/** The values to which Python says something else than a guard, and how many it accepts and refuses. */
async function compare(
  text: string,
  revision: string,
  guards: { readonly [name: string]: Guard },
  cases: readonly Case[],
): Promise<{ readonly accepted: number; readonly refused: number; readonly disagreements: readonly Case[] }> {
  const verdicts = await judge(text, revision, cases);
  expect(verdicts).toHaveLength(cases.length);
  const accepted = verdicts.filter(Boolean).length;
  const disagreements = cases.filter(
    ([name, value], index) => guards[name]?.(JSON.parse(textOf(value))) !== verdicts[index],
  );
  return { accepted, refused: cases.length - accepted, disagreements: disagreements.slice(0, 5) };
}

describe('the target for Python agrees with the guards', () => {
  for (const { revision } of REVISIONS) {
    testUnless(missingPython(), revision, async () => {
      const text = schemaText(revision);
      const { definitions, guards, untagged } = await subjectOf(revision, deriveText(text, revision));
      const samples = new Samples(definitions, SEED, untagged);
      const cases = Array.from({ length: ROUNDS }, () => Object.keys(guards))
        .flat()
        .flatMap((name): Case[] => {
          const valid = samples.valid(name);
          const mutation = samples.mutate(name, valid);
          return [[name, valid], ...(mutation ? [[name, mutation.value] as const] : [])];
        });
      const { accepted, refused, disagreements } = await compare(text, revision, guards, cases);
      expect(disagreements).toEqual([]);
      expect(Math.min(accepted, refused)).toBeGreaterThan(cases.length / 4);
    });
  }

  testUnless(missingPython(), 'on limits and constructs that the revisions do not have', async () => {
    const PATTERNS = [
      ...[
        '^[a-c]+$',
        '^\\d$',
        '^\\w$',
        '^\\W$',
        '^\\s$',
        '^\\S$',
        '^[\\s,]$',
        '^.$',
        'b\\b',
        '^\\B$',
        '^[^]$',
        'a$|^b',
      ],
      ...['^(?<first>a)b$', '^\\u{1d4b3}$', '^[[&]$', '^\\cJ$', '^[]a$'],
    ];
    const LIMITS = {
      string: ['minLength 2', 'maxLength 2', ...PATTERNS.map((pattern) => `pattern ${pattern}`)],
      number: ['minimum 1', 'maximum 1', 'exclusiveMinimum 1', 'exclusiveMaximum 1', 'multipleOf 2', 'TJS-maximum 1'],
      'unknown[]': ['minItems 2', 'maxItems 1', 'uniqueItems true', 'uniqueItems false', 'TJS-uniqueItems'],
      '{ [key: string]: unknown }': ['minProperties 1', 'maxProperties 1'],
    };
    const limited = Object.entries(LIMITS).flatMap(([type, tags]) => tags.map((tag) => [type, tag] as const));
    const text = `
      ${limited.map(([type, tag], index) => `/** @${tag} */ export type A${index} = ${type};`).join('\n')}
      ${limited.map(([type, tag], index) => `export interface P${index} {\n/** @${tag} */\na?: ${type}; b?: A${index}[] }`).join('\n')}
      export interface Fraction {
        whole: number;
        /** @TJS-type number
         * @maximum 1 */
        part: A${limited.findIndex(([, tag]) => tag === 'maximum 1')};
      }
      export interface Never { none?: never; on: true; level: 1 | 'two' | false }
      export interface Closed { kind: 'closed'; [key: string]: string }
      export interface Tree { value: unknown; children?: Tree[][] }
      export interface Even { odd?: Odd }
      export interface Odd { even?: Even }
      export type Both = (Never & { more: string })[] | null;`;
    const plain = { on: true, level: 1 };
    const values: readonly unknown[] = [
      ...['', 'a', 'ab', 'abc', 'd', '𝒳', '𝒳𝒳', '\ud835\ud835'],
      ...['a\n', '\n', '\r', '\u2028', '\u0085', '\u001c', '\ufeff', ' ', ',', '[', 'é', '٣', 'b\n', 'bé'],
      ...[-1, 0, 1, 2, 3, 1.5, 0.5, 1e20, true, false, null],
      ...[
        [],
        [1],
        [1, 1],
        [1, true],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [1, '1'],
        ...[
          '[1, 1.0]',
          '[0, -0.0]',
          '[[1], [1.0]]',
          '[{"a": 1e2}, {"a": 100}]',
          '[9007199254740993, 9007199254740992]',
        ].map((each) => new Text(each)),
        {},
        { a: 1 },
        { a: 1, b: 2 },
      ],
    ];
    const others: readonly Case[] = [
      ...[0, 0.5, 1, 1.5, 2, true].flatMap((part): Case[] => [
        ['Fraction', { whole: 1, part }],
        ['Fraction', { whole: part, part: 1 }],
      ]),
      ...[
        plain,
        { ...plain, on: 1 },
        { ...plain, none: null },
        { on: true, level: true },
        { on: true, level: false },
      ].flatMap((value): Case[] => [
        ['Never', value],
        ['Both', [{ ...value, more: '' }]],
        ['Both', [value]],
      ]),
      ...[{ kind: 'closed' }, { kind: 'closed', a: 'b' }, { kind: 'closed', a: 1 }].map((value): Case => [
        'Closed',
        value,
      ]),
      ...[
        { value: 1, children: [[{ value: null }]] },
        { value: 1, children: [[{}]] },
        ...[399, 400, 401, 3_000].map((depth) => nested(depth, (inner) => `{ "value": 1, "children": [[${inner}]] }`)),
      ].map((value): Case => ['Tree', value]),
      ...[199, 200, 201].map((depth): Case => ['Odd', nested(depth, (inner) => `{ "even": { "odd": ${inner} } }`)]),
      ...['1e308', '1e309', '-1e400', `1${'0'.repeat(400)}`].map((part): Case => [
        'Fraction',
        new Text(`{ "whole": 1, "part": ${part} }`),
      ]),
    ];
    const cases = limited.flatMap((_, index) =>
      values.flatMap((value): Case[] => [
        [`A${index}`, value],
        [`P${index}`, new Text(`{ "a": ${textOf(value)} }`)],
        [`P${index}`, new Text(`{ "b": [${textOf(value)}] }`)],
      ]),
    );
    const { guards } = loadJudges(emitProtocols([compileText(text, '2025-11-26')]));
    const { accepted, refused, disagreements } = await compare(text, '2025-11-26', guards, [...cases, ...others]);
    expect(disagreements).toEqual([]);
    expect(Math.min(accepted, refused)).toBeGreaterThan(cases.length / 10);
  });
});
