/** Documents of many small values: they take far more memory than their text, and invite what takes quadratic time. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiProject } from '../../generator/openapi/apiProject.js';
import { newSettings } from '../../generator/openapi/toolSettings.js';
import { parseDocument } from '../../generator/openapi/parseDocument.js';
import { UniqueNames } from '../../generator/openapi/uniqueNames.js';
import { CLI, runProgram } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { readApi } from './readApi.js';

test.each([
  ['JSON', `{"openapi":"3.1.0","x":[${'{},'.repeat(20_000_000)}1]}`, 'api has more than 5000000 values.'],
  [
    'YAML',
    `openapi: 3.1.0\nx: [${'1,'.repeat(4_000_000)}1]`,
    'api has more than 3000000 YAML tokens. JSON takes less memory: convert it.',
  ],
])('%s of too many is refused with a small heap', async (_, text, message) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'api'), text);
  const options = ['scaffold', 'server', 'many', '--from', 'api', '--yes'];
  const refused = await runProgram(folder, process.execPath, ['--max-old-space-size=160', CLI, ...options]);
  expect(refused).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
});

test('values are counted, and not the characters of strings', async () => {
  const text = JSON.stringify({ a: '"[,{\\'.repeat(1_300_000), b: ['\\', '"'] });
  expect(await parseDocument(text, 'api')).toMatchObject({ b: ['\\', '"'] });
});

// In quadratic time, each would take more than 30 seconds of an idle machine, instead of two.
test.each([
  [
    'keys',
    `${Array.from({ length: 60_000 }, (_, index) => `k${index}: 1\n`).join('')}k7: 2\n`,
    'api is not valid YAML: Map keys must be unique at line 60001, column 1.',
  ],
  [
    'mistakes',
    `a: [${'!t '.repeat(100_000)}1]`,
    'api is not valid YAML: A node can have at most one tag at line 1, column 8.',
  ],
])('YAML of many %s takes linear time', { timeout: 30_000 }, async (_, text, message) => {
  await expect(parseDocument(text, 'api')).rejects.toThrow(message);
});

/** Returns an operation whose result has a schema. */
function resultOf(schema: object): object {
  return { responses: { 200: { description: '', content: { 'application/json': { schema } } } } };
}

function repeated(count: number, entry: (index: number) => readonly [string, object]): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
}

const large = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key${index}`, index]));

/** Many operations that share a parameter. */
const sharing = (shared: object): object => ({
  paths: repeated(150, (index) => [
    `/p${index}`,
    { get: { ...resultOf({ $ref: '#/components/schemas/S' }), parameters: [{ $ref: '#/components/parameters/P' }] } },
  ]),
  components: {
    parameters: { P: { name: 'p', in: 'query', ...shared } },
    schemas: { S: { type: 'object', ...shared } },
  },
});

// Without limits, the time grows with the square of the number, or with the number of uses.
test.each([
  [
    'parameters with one name',
    {
      paths: {
        '/a': {
          get: {
            parameters: Array.from({ length: 100_000 }, (_, index) => ({
              name: '\u65e5'.repeat((index + 1) & 255) + String.fromCodePoint(0x4e00 + (index >> 8)),
              in: 'query',
            })),
            responses: {},
          },
        },
      },
    },
  ],
  [
    'references to schemas',
    {
      paths: {
        '/a': {
          get: resultOf({
            type: 'object',
            properties: repeated(40_000, (index) => [
              `p${index}`,
              { $ref: `#/components/schemas/${'\u65e5'.repeat(60)}${index}` },
            ]),
          }),
        },
      },
      components: { schemas: repeated(40_000, (index) => [`${'\u65e5'.repeat(60)}${index}`, { type: 'string' }]) },
    },
  ],
  [
    'characters of a description',
    { paths: { '/a': { get: { description: '<a '.repeat(15_000_000), responses: {} } } } },
  ],
  ['uses of a large example', sharing({ example: large, default: large, examples: { a: { value: large } } })],
  ['uses of an object with many properties', sharing({ schema: { type: 'object', properties: large, const: large } })],
])('many %s take limited time', { timeout: 60_000 }, async (_, document) => {
  const api = await readApi({ openapi: '3.1.0', ...document });
  const { toolSet } = await apiProject(api, newSettings('openapi.json', [], api.operations), { name: 'many' });
  expect(toolSet.tools).toHaveLength(api.operations.length);
});

test('names of one stem are numbered in linear time, and can be given back', () => {
  const names = new UniqueNames(['a']);
  for (let index = 0; index < 200_000; index++) names.take('a');
  expect(names.take('a')).toBe('a200002');
  names.giveBack(2);
  expect(names.take('a')).toBe('a200001');
  names.giveBack(200_000);
  expect(names.take('a')).toBe('a2');
});
