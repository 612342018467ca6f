/** Linting with the library: models instead of files. */

import { expect, test } from 'vitest';
import { lint, readProtocol } from '../../../generator/index.js';

test('each model is compared with the one before it, and the first with the older one', async () => {
  const models = [await readProtocol('2025-06-18'), await readProtocol('2025-03-26')];
  const report = await lint(models);
  expect(report.revisions).toEqual(['2025-03-26', '2025-06-18']);
  const revisionsWith = (each: typeof report): readonly string[] => [
    ...new Set(each.findings.filter(({ rule }) => rule === 'breaking-change').map(({ revision }) => revision)),
  ];
  expect(revisionsWith(report)).toEqual(['2025-06-18']);
  const older = await readProtocol('2024-11-05');
  expect(revisionsWith(await lint(models, { older }))).toEqual(['2025-03-26', '2025-06-18']);
});

test('a model has the findings of its schema, with their locations', async () => {
  const { findings, rules } = await lint([await readProtocol('2025-11-25')], { rules: { 'name-reserved': 'off' } });
  const found = findings.find(({ rule, at }) => rule === 'result-not-in-union' && at === 'CreateTaskResult');
  expect(found).toMatchObject({ severity: 'error', file: '2025-11-25/schema.ts' });
  expect(found?.line).toBeGreaterThan(1);
  expect(Object.keys(rules)).not.toContain('name-reserved');
});

test.each([
  [{ rules: { 'name-reservd': 'off' } } as const, 'Unknown rule "name-reservd". Did you mean name-reserved?'],
  [{ allow: { nothing: 'why' } }, 'Unknown rule "nothing".'],
])('%j is an error of the input', async (options, message) => {
  await expect(lint([], options)).rejects.toThrow(message);
});
