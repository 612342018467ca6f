/** The programs that the docs compare compile, do what the page says, and have as many lines as it says. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect, JsonRpcError, type Client, type ElicitationOptions, type FormRequest } from '@mcp-gen/sdk/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { remedyOf } from '../support/golden.js';
import { testUnless } from '../support/omissions.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/comparison.md';
const page = readProjectFile(PAGE);
const programs = pagePrograms(PAGE);

/** Where FastMCP is, which is installed apart. */
const APART = join(ROOT, 'test/comparison/node_modules');

/** The programs, with the folder that they find their packages in. */
const LIBRARIES = [
  { library: 'mcp-gen', name: 'mcp-gen.ts', packages: join(ROOT, 'node_modules') },
  { library: 'official SDK', name: 'official.ts', packages: join(ROOT, 'node_modules') },
  { library: 'FastMCP', name: 'fastmcp.ts', packages: APART },
];

async function start(name: string, packages: string, form?: ElicitationOptions['form']): Promise<Client> {
  const folder = await runnable(programs, packages);
  const client = await connect([process.execPath, join(folder, name.replace(/\.ts$/, '.js'))], {
    revisions: ['2025-11-25'],
    ...(form && { elicitation: { form } }),
  });
  onTestFinished(() => client.close());
  return client;
}

test('the table counts the lines of all programs', () => {
  const script = join(ROOT, 'scripts/comparison.mjs');
  const counted = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });
  const [, written = ''] = /<!-- lines -->(.*?)<!-- end -->/s.exec(page) ?? [];
  expect(cells(written), remedyOf(`The table in ${PAGE}`, 'npm run comparison')).toEqual(cells(counted));
  const [, ours, ...others] =
    cells(written)
      .at(-1)
      ?.map((cell) => Number(cell.replaceAll('*', ''))) ?? [];
  expect(others.length).toBe(2);
  for (const count of others) expect(ours).toBeLessThan(count);
});

test('the revisions that servers speak are those that the page says', () => {
  expect(SUPPORTED_REVISIONS).toContain('2026-07-28');
});

describe.each(LIBRARIES)('on $library', ({ library, name, packages }) => {
  const missing = existsSync(packages) ? undefined : `${library} is not installed: npm run comparison`;

  testUnless(missing, 'the program compiles', () => {
    const texts = [...programs].filter(([file]) => file === name || file === 'books.ts');
    expect(typeErrors(new Map(texts), packages)).toEqual([]);
  });

  testUnless(missing, 'the program does what it should', async () => {
    const shown: FormRequest[] = [];
    const client = await start(name, packages, (request) => {
      shown.push(request);
      return { action: 'accept', content: { name: 'Ada', days: 7 } };
    });
    expect(await client.tools().all()).toMatchObject([
      { name: 'search', inputSchema: { required: ['text'] }, outputSchema: { required: ['ids'] } },
      { name: 'borrow', inputSchema: { properties: { id: { enum: ['emma', 'walden'] } } } },
    ]);
    expect(await client.callTool('search', { text: 'Austen' })).toMatchObject({
      structuredContent: { ids: ['emma'] },
      text: '{"ids":["emma"]}',
    });
    expect(await client.resourceTemplates().all()).toMatchObject([
      { uriTemplate: 'book://{id}', description: 'A book' },
    ]);
    expect((await client.readResource('book://emma')).contents).toMatchObject([{ text: 'Emma, by Jane Austen' }]);
    expect(await complete(client, 'wal')).toEqual(['walden']);
    expect(await client.prompts().all()).toMatchObject([
      { name: 'review', arguments: [{ name: 'id', description: 'The book', required: true }] },
    ]);
    expect((await client.getPrompt('review', { id: 'emma' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Write a review of Emma, by Jane Austen.' } },
    ]);
    expect((await client.callTool('borrow', { id: 'emma' })).text).toBe('Ada has emma for 7 days.');
    expect(shown).toMatchObject([
      {
        message: 'Who borrows it, for how many days?',
        requestedSchema: { properties: { name: { type: 'string' }, days: { type: 'integer', maximum: 30 } } },
      },
    ]);
  });

  testUnless(missing, 'the program takes no for an answer', async () => {
    const client = await start(name, packages, () => ({ action: 'decline' }));
    expect((await client.callTool('borrow', { id: 'emma' })).text).toBe('Nothing was lent.');
  });

  testUnless(missing, 'what clients see where things go wrong is what the table says', async () => {
    const client = await start(name, packages);
    const seen = [
      await outcome(client.callTool('search', { text: 5 }), ({ isError }) =>
        isError ? 'a result that the model sees' : 'nothing',
      ),
      await outcome(client.readResource('book://none')),
      await outcome(client.readResource('book://em%6Da'), () => 'is read'),
      await outcome(complete(client, 'WAL'), ([value]) => (value === undefined ? 'nothing' : `\`${value}\``)),
      await outcome(client.getPrompt('review')),
    ];
    const [head = [], ...rows] = cells(page.slice(page.indexOf('| in revision 2025-11-25')));
    expect(rows.map((row) => row[head.indexOf(library)])).toEqual(seen);
  });
});

async function complete(client: Client, typed: string): Promise<readonly string[]> {
  const { values } = await client.complete({ type: 'ref/resource', uri: 'book://{id}' }, 'id', typed);
  return values;
}

/** What becomes of a request, in the words of the page. */
async function outcome<Result>(
  result: Promise<Result>,
  say: (result: Result) => string = () => 'a result',
): Promise<string> {
  try {
    return say(await result);
  } catch (error) {
    if (error instanceof JsonRpcError) return `error ${error.code}`;
    throw error;
  }
}

/** The cells of the first table of a text, a list a row. */
function cells(text: string): readonly (readonly string[])[] {
  const [table = ''] = /^\|.*\|(?:\n\|.*\|)*/m.exec(text) ?? [];
  return table
    .split('\n')
    .filter((line) => !/^[|: -]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
