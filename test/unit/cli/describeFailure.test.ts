import { expect, test } from 'vitest';
import { describeDecision } from '../../../generator/cli/describeChecklist.js';
import { describeFailure } from '../../../generator/cli/describeFailure.js';
import { UsageError } from '../../../generator/cli/outcome.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { ScaffoldError } from '../../../generator/scaffold/scaffoldError.js';
import { WriteError } from '../../../generator/write/writeError.js';

const plain = (_: unknown, text: string): string => text;

test.each([new UsageError('No.'), new WriteError('No.'), new ScaffoldError('No.')])(
  'a mistake is said without a stack trace: $name',
  (error) => {
    expect(describeFailure(error, plain)).toEqual({
      exitCode: 2,
      text: 'error: No.',
      json: { error: { message: 'No.' } },
    });
  },
);

test('problems of a schema come with place and remedy', () => {
  const problem = { file: 'a.ts', line: 3, column: 7, message: 'Unknown type', remedy: 'Use another.' };
  const { exitCode, text, json } = describeFailure(new SchemaProblems([problem]), plain);
  expect(exitCode).toBe(3);
  expect(text).toBe('a.ts:3:7  Unknown type\n  Use another.\nerror: 1 problem in the schema. Nothing was written.');
  expect(json).toMatchObject({ error: { problems: [problem] } });
});

test('control characters of a schema do not reach the terminal', () => {
  const text = 'a\u001b[31mb\u0007';
  const problem = { file: text, line: 3, column: 7, message: text, remedy: text };
  const shown = 'a[31mb:3:7  a[31mb\n  a[31mb\n';
  expect(describeFailure(new SchemaProblems([problem]), plain).text).toContain(shown);
  const terminal = { print: () => undefined, note: () => undefined, paint: plain };
  expect(describeDecision(problem, terminal)).toBe('a[31mb:3:7  warning: a[31mb\n  a[31mb');
});

test('a defect shows where it is, and asks for a report', () => {
  const { exitCode, text, json } = describeFailure(new TypeError('x is undefined'), plain);
  expect(exitCode).toBe(70);
  expect(text).toMatch(/^TypeError: x is undefined\n {4}at /);
  expect(text).toMatch(/Please report it with the lines above\.$/);
  expect(json).toEqual({ error: { message: 'x is undefined', defect: true } });
  const thrown = describeFailure('a string', plain);
  expect(thrown).toMatchObject({ exitCode: 70, json: { error: { message: 'a string', defect: true } } });
  expect(thrown.text).toMatch(/^a string\nerror: /);
});
