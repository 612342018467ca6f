/** A project's config: what it would give with every command. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const EXTENSION = "export interface Marker { marker: 'x' }";
const CONFIG = {
  out: 'src/protocol',
  revisions: ['2025-06-18'],
  extensions: [{ file: 'marker.ts', revisions: ['2025-06-18'] }],
};

async function project(config: string, name = 'mcp-gen.config.json'): Promise<string> {
  return temporaryFolder({ [name]: config, 'marker.ts': EXTENSION });
}

test.each([
  ['mcp-gen.config.json', JSON.stringify(CONFIG)],
  ['mcp-gen.config.mjs', `export default ${JSON.stringify(CONFIG)};`],
])('%s says what is generated where, with which extensions', async (name, text) => {
  const folder = await project(text, name);
  expect(await runCli(folder, 'generate')).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'src/protocol'))).toContain('2025-06-18');
  expect(await runCli(folder, 'generate', '--check')).toMatchObject({ code: 0 });
  const schema = await runCli(folder, 'schema', '2025-06-18');
  expect(schema.stdout).toContain('"Marker": {');
});

test.each([
  ['schema 2031-01-01', 'Marker'],
  ['validate values.jsonl --revision 2031-01-01 --type Marker', '1 line, all valid.'],
  ['diff 2030-01-01 2031-01-01', 'Marker'],
  ['lint', 'definition-unreferenced@Marker'],
  ['explain Marker', 'Marker'],
  ['model 2031-01-01 --draft --json', '"Marker"'],
])('%s reads the schemas and the extensions that the config names', async (line, part) => {
  const folder = await temporaryFolder({
    'mcp-gen.config.json': JSON.stringify({
      schema: 's',
      extensions: [{ file: 'marker.ts', revisions: ['2031-01-01'] }],
    }),
    'marker.ts': EXTENSION,
    'values.jsonl': '{"marker":"x"}',
    's/2030-01-01/schema.ts': 'export interface A { a: string }',
    's/2031-01-01/schema.ts': 'export interface A { a: string }',
  });
  const { code, stdout } = await runCli(folder, ...line.split(' '));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(part) as string });
});

test('the command line goes before the config', async () => {
  const folder = await project(JSON.stringify(CONFIG));
  expect(await runCli(folder, 'generate', '2025-03-26', '--out', 'elsewhere')).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'elsewhere'))).toContain('2025-03-26');
  expect(existsSync(join(folder, 'src'))).toBe(false);
});

test('a project adopts into its schema folder, and generates from there', async () => {
  const folder = await project(JSON.stringify({ schema: 'specification', out: 'src' }));
  const from = join(import.meta.dirname, '../../schema');
  const adopted = await runCli(folder, 'adopt', '2025-03-26', '--from', from);
  expect(adopted).toMatchObject({ code: 0 });
  expect(adopted.stdout).toContain('Next: mcp-gen generate 2025-03-26 --schema specification\n');
  expect(await runCli(folder, 'generate')).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'src'))).toContain('2025-03-26');
});

test.each([
  ['{', 'Cannot read mcp-gen.config.json: '],
  ['[]', 'mcp-gen.config.json is not an object. Valid keys: schema, out, target, revisions, extensions'],
  [
    '{"output": "x"}',
    'Unknown key "output" in mcp-gen.config.json. Valid keys: schema, out, target, revisions, extensions',
  ],
  ['{"out": ""}', '"out" in mcp-gen.config.json is not a folder.'],
  [
    '{"target": "rust"}',
    '"target" in mcp-gen.config.json is not one of typescript, zod, json-schema, python, or the path of a module',
  ],
  ['{"revisions": ["../x"]}', '"revisions" in mcp-gen.config.json is not an array of revisions.'],
  ['{"extensions": [{ "file": "gone.ts" }]}', 'File not found: gone.ts, which is an extension in mcp-gen.config.json.'],
  ['{"extensions": [{ "file": "." }]}', 'File not found: ., which is an extension in mcp-gen.config.json.'],
  ['{"extensions": ["ui.ts"]}', '"extensions" in mcp-gen.config.json is not an array of { file, revisions? }.'],
])('a config %s is refused', async (text, message) => {
  const folder = await project(text);
  const { code, stderr } = await runCli(folder, 'generate');
  expect(code).toBe(2);
  expect(stderr).toContain(`error: ${message}`);
});
