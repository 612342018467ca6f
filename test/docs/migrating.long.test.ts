/** The programs before and after a move from another library compile, and do the same. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const SERVERS = ['before', 'after'];

const VERSION_1 = `count
translate
milk was counted
1 of 2
{ words: 3 }
Achète deux bouteilles
Buy two bottles
[ 'milk' ]
`;

const VERSION_2 = `2026-07-28
count
delete
1 of 2
milk was counted
{ words: 3 }
Buy two bottles
[ 'milk' ]
Delete milk?
Deleted
`;

describe.each([
  { page: 'docs/migrating.md', printed: VERSION_1 },
  { page: 'docs/migrating-v2.md', printed: VERSION_2 },
])('$page', ({ page, printed }) => {
  const programs = pagePrograms(page);

  test('every program compiles', () => {
    const names = ['notes.ts', 'before-server.ts', 'after-server.ts', 'before-client.ts', 'after-client.ts'];
    expect([...programs.keys()]).toEqual(names);
    expect(typeErrors(programs)).toEqual([]);
  });

  test('the programs of mcp-gen are shorter', () => {
    const lines = (name: string): number => programs.get(name)?.split('\n').length ?? 0;
    expect(lines('after-server.ts')).toBeLessThan(lines('before-server.ts'));
    expect(lines('after-client.ts')).toBeLessThanOrEqual(lines('before-client.ts'));
  });

  test.each(SERVERS)('both clients get the same results from the server %s', async (server) => {
    const folder = await runnable(programs);
    for (const client of ['before', 'after']) {
      const { stdout, stderr } = await runProgram(folder, process.execPath, [
        `${client}-client.js`,
        process.execPath,
        `${server}-server.js`,
      ]);
      // The page says why official clients lose progress that comes with the result.
      const isLossy = client === 'before';
      expect(printedBy(stdout, isLossy), `${client}: ${stderr}`).toEqual(printedBy(printed, isLossy));
    }
  });

  test.each(SERVERS)('the server %s returns the same as the other one', async (server) => {
    const client = await open(await runnable(programs), `${server}-server.js`);
    expect(await outcomes(client)).toEqual(OUTCOMES);
  });
});

describe('docs/migrating-fastmcp.md', () => {
  const page = 'docs/migrating-fastmcp.md';
  const programs = pagePrograms(page);
  const apart = join(ROOT, 'test/comparison/node_modules');
  const missing = existsSync(apart) ? undefined : 'FastMCP is not installed: npm run comparison';
  const packagesOf = (server: string): string => (server === 'before' ? apart : join(ROOT, 'node_modules'));

  test('every program of this library compiles', () => {
    expect([...programs.keys()]).toEqual(['notes.ts', 'before-server.ts', 'after-server.ts']);
    const [, rejecting = ''] =
      /```ts\n(import \{ Server.*?)```/s.exec(readProjectFile(page).split('## Serving it')[1] ?? '') ?? [];
    expect(rejecting).toContain('HttpRefusalError');
    expect(typeErrors(new Map([...withoutServer(programs, 'before'), ['rejecting.ts', rejecting]]))).toEqual([]);
  });

  testUnless(missing, 'the program of FastMCP compiles', () => {
    expect(typeErrors(withoutServer(programs, 'after'), apart)).toEqual([]);
  });

  testUnless(missing, 'both servers return the same results', async () => {
    for (const server of SERVERS) {
      const client = await open(
        await runnable(withoutServer(programs, other(server)), packagesOf(server)),
        `${server}-server.js`,
      );
      expect(await outcomes(client), server).toEqual(OUTCOMES);
      expect((await client.callTool('count', { title: 'milk' })).structuredContent).toEqual({ words: 3 });
      const { content } = await client.callTool('delete', { title: 'milk' });
      expect(content, server).toEqual([{ type: 'text', text: 'Deleted' }]);
    }
  });

  testUnless(missing, 'the servers differ as the page says', async () => {
    const differences = await Promise.all(
      SERVERS.map(async (server) => {
        const logged: unknown[] = [];
        const folder = await runnable(withoutServer(programs, other(server)), packagesOf(server));
        const client = await open(folder, `${server}-server.js`, (data) => logged.push(data));
        await client.callTool('count', { title: 'milk' });
        const [tool] = await client.tools().all();
        const missingNote = await client
          .readResource('note:///tea')
          .catch((error: unknown) => (error as { code: number }).code);
        return { logged, missingNote, additionalProperties: tool?.inputSchema['additionalProperties'] };
      }),
    );
    expect(differences).toEqual([
      { logged: [{ message: 'milk was counted' }], missingNote: -32603, additionalProperties: false },
      { logged: ['milk was counted'], missingNote: -32002, additionalProperties: undefined },
    ]);
  });
});

/** The printed lines, sorted: progress, log and results may overtake one another. */
function printedBy(printed: string, withoutProgress: boolean): readonly string[] {
  const lines = printed.split('\n').sort();
  return withoutProgress ? lines.filter((line) => line !== '1 of 2') : lines;
}

/** What each server of the pages says. */
const OUTCOMES = {
  missing: { isError: true, text: 'Unknown note tea' },
  templates: [{ name: 'note', uriTemplate: 'note:///{title}', description: 'A note' }],
  prompts: [{ name: 'review', description: 'Reviews a note', arguments: [{ name: 'title', required: true }] }],
  messages: [{ role: 'user', content: { type: 'text', text: 'Review this: Buy two bottles' } }],
};

async function outcomes(client: Client): Promise<object> {
  const { isError, text } = await client.callTool('count', { title: 'tea' });
  const templates = await client.resourceTemplates().all();
  return {
    missing: { isError, text },
    templates: templates.map(({ name, uriTemplate, description }) => ({ name, uriTemplate, description })),
    prompts: await client.prompts().all(),
    messages: (await client.getPrompt('review', { title: 'milk' })).messages,
  };
}

/** Connects to a program in revision 2025-11-25, which all libraries support. */
async function open(folder: string, program: string, onLog?: (data: unknown) => void): Promise<Client> {
  const client = await connect([process.execPath, join(folder, program)], {
    revisions: ['2025-11-25'],
    elicitation: { form: () => ({ action: 'accept', content: { sure: true } }) },
    ...(onLog && { onLog: ({ data }) => onLog(data) }),
  });
  onTestFinished(() => client.close());
  return client;
}

function other(server: string): string {
  return server === 'before' ? 'after' : 'before';
}

function withoutServer(programs: ReadonlyMap<string, string>, server: string): ReadonlyMap<string, string> {
  return new Map([...programs].filter(([name]) => name !== `${server}-server.ts`));
}
