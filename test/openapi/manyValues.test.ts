/** Documents of many small values: they take far more memory than their text, and invite what takes quadratic time. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../generator/openapi/parseDocument.js';
import { CLI, runProgram } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

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
