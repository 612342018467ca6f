/** Choosing operations: at a terminal, and of a document of 50 MB. */

import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseOperations } from '../../generator/cli/chooseOperations.js';
import type { Terminal } from '../../generator/cli/terminal.js';
import { openApi, type Api } from '../../generator/openapi/toolSet.js';
import { CLI, runCli, runProgram } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { documentPath, readApi } from './readApi.js';

/** A terminal at which a person gives these answers, and what that person reads. */
function attended(...answers: string[]): { readonly terminal: Terminal; readonly notes: string[] } {
  const notes: string[] = [];
  const ask = (question: string): Promise<string> => {
    notes.push(question);
    const answer = answers.shift();
    return answer === undefined ? Promise.reject(new Error(`No answer to ${question}`)) : Promise.resolve(answer);
  };
  const note = (text: string): void => void notes.push(text);
  return { terminal: { print: note, note, paint: (_, text) => text, prompt: (talk) => talk(ask) }, notes };
}

test('a person sees what each tool costs, and chooses by number', async () => {
  const api = await openApi({ from: documentPath('petstore.yaml') });
  const { terminal, notes } = attended('8', ',', '1-2,7');
  const chosen = await chooseOperations(api, {}, false, terminal);
  expect(chosen.map(({ key }) => key)).toEqual(['GET /pets', 'POST /pets', 'GET /store/inventory']);
  expect(notes[0]?.split('\n')).toHaveLength(7);
  expect(notes[0]).toMatch(/^ {3}1 {2}GET \/pets {2}\(list_pets, about \d+ tokens\)$/m);
  expect(notes.slice(1)).toEqual([
    'Which of them become tools, for example 1-3,7 (all): ',
    'Invalid choice "8". Expected numbers from 1 to 7, or all.',
    'Which of them become tools, for example 1-3,7 (all): ',
    'Invalid choice ",". Expected numbers from 1 to 7, or all.',
    'Which of them become tools, for example 1-3,7 (all): ',
  ]);
  // What was only shown is not reported.
  expect(api.gaps.all).toEqual([]);
  const everything = attended('');
  expect(await chooseOperations(api, {}, false, everything.terminal)).toHaveLength(7);
});

test('an operation that cannot be read says why, and the others can be chosen', async () => {
  const refused = { requestBody: { $ref: 'other.json' }, responses: {} };
  const api = await readApi({ openapi: '3.1.0', paths: { '/a': { get: { responses: {} }, post: refused } } });
  const { terminal, notes } = attended('1');
  expect(await chooseOperations(api, {}, false, terminal)).toHaveLength(1);
  expect(notes[0]).toMatch(/^ {3}2 {2}POST \/a {2}\(.*"other\.json", which is not allowed\..*\)$/m);
});

test('a name of the document cannot look like another choice', async () => {
  const path = '/a\n   2  GET /safe  (get_safe, about 40 tokens)\u2028';
  const { terminal, notes } = attended('1');
  await chooseOperations(
    await readApi({ openapi: '3.1.0', paths: { [path]: { get: { responses: {} } } } }),
    {},
    false,
    terminal,
  );
  expect(notes[0]?.split('\n')).toHaveLength(1);
});

/** Returns a document of so many operations. The first three have the tag "few", the second and the third also the tag "two". */
function tagged(operations: number): Promise<Api> {
  const tagsOf = (index: number): readonly string[] => (index === 0 ? ['few'] : index < 3 ? ['few', 'two'] : []);
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [`/a${index}`, { get: { tags: tagsOf(index), responses: {} } }]),
  );
  return readApi({ openapi: '3.1.0', paths });
}

test('of a large document a person chooses tags', async () => {
  const api = await tagged(61);
  const { terminal, notes } = attended('1-2');
  const chosen = await chooseOperations(api, {}, false, terminal);
  expect(chosen.map(({ path }) => path)).toEqual(['/a0', '/a1', '/a2']);
  expect(notes[0]).toBe('   1  few  (3 operations)\n   2  two  (2 operations)\n   3  without a tag  (58 operations)');
  expect(await chooseOperations(api, {}, false, attended('').terminal)).toHaveLength(61);
});

test('more than 100 operations are chosen by a number, or by the word "all"', async () => {
  const { terminal, notes } = attended('', 'all');
  expect(await chooseOperations(await tagged(101), {}, false, terminal)).toHaveLength(101);
  const question = 'Which of them become tools, for example 1-3,7, or all 101 operations (type all): ';
  expect(notes.slice(1)).toEqual([question, 'Invalid choice "". Expected numbers from 1 to 3, or all.', question]);
});

/** Writes a document of about 50 MB: 2,000 operations with 25 KB each, three of which have the tag "few". */
async function writeLarge(file: string): Promise<void> {
  const text = 'A long text, as many documents have it. '.repeat(620);
  const schema = (index: number): object => ({
    type: 'object',
    description: text,
    properties: { id: { type: 'integer' }, next: { $ref: `#/components/schemas/S${(index + 1) % 2_000}` } },
  });
  const stream = createWriteStream(file);
  const write = async (part: string): Promise<void> => {
    if (!stream.write(part)) await once(stream, 'drain');
  };
  await write(
    '{"openapi":"3.1.0","info":{"title":"Large","version":"1"},"servers":[{"url":"https://a.example"}],"paths":{',
  );
  for (let index = 0; index < 2_000; index++) {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/S${index}` } } };
    const get = { tags: [index < 3 ? 'few' : 'many'], responses: { 200: { description: '', content } } };
    await write(`${index === 0 ? '' : ','}"/a${index}":${JSON.stringify({ get })}`);
  }
  await write('},"components":{"schemas":{');
  for (let index = 0; index < 2_000; index++) {
    await write(`${index === 0 ? '' : ','}"S${index}":${JSON.stringify(schema(index))}`);
  }
  stream.end('}}}');
  await once(stream, 'close');
}

test('50 MB are read with a small heap', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'api.json');
  await writeLarge(file);
  expect((await stat(file)).size).toBeGreaterThan(49_000_000);
  const options = ['--from', 'api.json', '--tag', 'few', '--runtime', 'registry'];
  const program = ['--max-old-space-size=400', CLI, 'scaffold', 'server', 'large', ...options];
  const scaffolded = await runProgram(folder, process.execPath, program);
  expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
  expect(scaffolded.stdout).toMatch(/^3 tools, about \d{2,5} tokens/m);
  expect((await readFile(join(folder, 'large/src/generated/few.ts'), 'utf8')).length).toBeLessThan(100_000);
  expect(
    await runProgram(folder, process.execPath, ['--max-old-space-size=400', CLI, 'update', 'large']),
  ).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('All files are up to date.') as string,
  });
});

test('a larger file than is read is an error', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'api.json'), '{}');
  await truncate(join(folder, 'api.json'), 64 * 1024 * 1024 + 1);
  const refused = await runCli(folder, 'scaffold', 'server', 'large', '--from', 'api.json', '--yes');
  expect(refused).toEqual({ code: 2, stdout: '', stderr: 'error: api.json is larger than 67108864 bytes.\n' });
  // A device has no size, and no end.
  if (!existsSync('/dev/zero')) return;
  await expect(openApi({ from: '/dev/zero' })).rejects.toThrow('/dev/zero is larger than 67108864 bytes.');
});
