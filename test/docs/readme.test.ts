/** What the README shows is what there is. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectExcerpt } from '../support/excerpt.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const readme = readProjectFile('README.md');
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

const EXAMPLES = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort();

/** The block that holds a text. */
function blockWith(text: string): string {
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`No code in the README has ${text}`);
  return found;
}

test('the declaration stands in the schema, and the guard in the generated code', () => {
  expectExcerpt('README.md', blockWith('export interface PromptArgument'), 'schema/2025-03-26/schema.ts');
  const guard = blockWith('export function isPromptArgument');
  expectExcerpt('README.md', guard, 'generated/shared/since-2024-11-05/validators.ts');
});

test('what mounts a server in a framework stands in the example that is linked', () => {
  const mounts = [...readme.matchAll(/\]\(examples\/(\w+)\/server\.ts\)[^`]*(?:`[^`]+`[^`]*)?```ts\n(.*?)```/gs)];
  const { devDependencies } = JSON.parse(readProjectFile('package.json')) as { readonly devDependencies: object };
  const frameworks = EXAMPLES.filter((name) => name in devDependencies);
  expect(mounts.map(([, framework]) => framework).sort()).toEqual(frameworks);
  for (const [, framework, code = ''] of mounts) expectExcerpt('README.md', code, `examples/${framework}/server.ts`);
});

test('every example has its row', () => {
  const rows = [...readProjectFile('examples/README.md').matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => name);
  expect(rows.sort(), 'Change the rows in examples/README.md').toEqual(EXAMPLES);
});

test('every command of the command line has its row, and no other', () => {
  const rows = [...readme.matchAll(/^\| `mcp-gen ([a-z]+(?: (?:server|client))?)/gm)].map(([, command]) => command);
  const program = readProjectFile('generator/cli/program.ts');
  const commands = [...program.matchAll(/\.addCommand\((\w+)Command\(/g)].map(([, name]) => name);
  const expected = commands.flatMap((name) => (name === 'scaffold' ? ['scaffold server', 'scaffold client'] : [name]));
  expect([...new Set(rows)].sort(), 'Change the rows in README.md').toEqual(expected.sort());
});

test('every program compiles', () => {
  const programs = blocks.filter((code) => code.startsWith('import '));
  expect(programs.length).toBeGreaterThanOrEqual(3);
  const errors = typeErrors(new Map(programs.map((code, index) => [`${index}.ts`, code])));
  // What a program only shows how to get is used by nobody.
  expect(errors.filter(({ message }) => !message.endsWith('its value is never read.'))).toEqual([]);
});

test('CI runs the two commands of the README', () => {
  const commands = [...readme.matchAll(/```sh\n(npm ci && .*)\n```/g)].map(([, command]) => command);
  expect(commands).toEqual(['npm ci && npm run quickstart', 'npm ci && npm test']);
  const script = readProjectFile('.ci/run').split('\n');
  // One after the other; the conformance suite starts in between.
  const steps = commands[0]?.split(' && ').map((step) => `must ${step}`);
  expect(script.filter((line) => line.startsWith('must npm '))).toEqual(steps);
  // The packages are installed already.
  expect(script.filter((line) => / npm test( |$)/.test(line))).toHaveLength(1);
});
