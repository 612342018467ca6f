/** What the README, and the pages that show what is generated and how to serve it, say is what exists. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectExcerpt } from '../support/excerpt.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const readme = readProjectFile('README.md');
const http = readProjectFile('docs/http.md');

const EXAMPLES = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort();

/** The TypeScript blocks of a page. */
function blocksOf(page: string): readonly string[] {
  return [...readProjectFile(page).matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
}

/** The block of a page that contains a text. */
function blockWith(page: string, text: string): string {
  const found = blocksOf(page).find((block) => block.includes(text));
  if (found === undefined) throw new Error(`${page} has no code with ${text}`);
  return found;
}

test('the declaration stands in the schema, and the guard in the generated code', () => {
  const page = 'docs/generated.md';
  expectExcerpt(page, blockWith(page, 'export interface PromptArgument'), 'schema/2025-03-26/schema.ts');
  const guard = blockWith(page, 'export function isPromptArgument');
  expectExcerpt(page, guard, 'generated/shared/since-2024-11-05/validators.ts');
});

test('what mounts a server in a framework stands in the example that is linked', () => {
  const mounts = [...http.matchAll(/\]\(\.\.\/examples\/(\w+)\/server\.ts\)[^`]*(?:`[^`]+`[^`]*)?```ts\n(.*?)```/gs)];
  const { devDependencies } = JSON.parse(readProjectFile('package.json')) as { readonly devDependencies: object };
  const frameworks = EXAMPLES.filter((name) => name in devDependencies);
  expect(mounts.map(([, framework]) => framework).sort()).toEqual(frameworks);
  for (const [, framework, code = ''] of mounts) expectExcerpt('docs/http.md', code, `examples/${framework}/server.ts`);
});

test('every example has its row', () => {
  const rows = [...readProjectFile('examples/README.md').matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => name);
  expect(rows.sort(), 'Change the rows in examples/README.md').toEqual(EXAMPLES);
});

test('every command of the command line has its row, and no other', () => {
  const rows = [
    ...readProjectFile('docs/compiler.md').matchAll(/^\| `mcp-gen ([a-z]+(?: (?:server|client|extension))?)/gm),
  ].map(([, command]) => command);
  const program = readProjectFile('generator/cli/runProgram.ts');
  const commands = [...program.matchAll(/\.addCommand\((\w+)Command\(/g)].map(([, name]) => name);
  const expected = commands.flatMap((name) =>
    name === 'scaffold' ? ['scaffold server', 'scaffold client', 'scaffold extension'] : [name],
  );
  expect([...new Set(rows)].sort(), 'Change the rows in docs/compiler.md').toEqual(expected.sort());
});

test.each([
  { page: 'README.md', count: 2 },
  { page: 'docs/http.md', count: 5 },
  { page: 'docs/generated.md', count: 3 },
  { page: 'docs/runtime.md', count: 3 },
])('the $count programs of $page compile', ({ page, count }) => {
  const programs = blocksOf(page).filter((code) => code.startsWith('import '));
  expect(programs).toHaveLength(count);
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
