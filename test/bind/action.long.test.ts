/** The steps of the GitHub action, run as they stand there. */

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { CLI, runCli } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const action = readProjectFile('action/action.yml');

/** The scripts of the steps, by the inputs that they check. */
const STEPS = new Map(
  action
    .split('\n    - name: ')
    .slice(1)
    .map((step) => {
      const [, input = ''] = /if: inputs\.(\w+)/.exec(step) ?? [];
      const [, script = ''] = /\n {6}run: \|\n((?: {8}.*\n|\n)*)/.exec(`${step}\n`) ?? [];
      return [input, script.replaceAll(/^ {8}/gm, '')] as const;
    }),
);

const isMissing = ['bash', 'jq'].some((program) => spawnSync(program, ['--version']).error !== undefined);
const missing = isMissing ? 'a machine without bash and jq' : undefined;

/** Runs a step in a folder, in which `npx` runs this project's command. */
async function step(folder: string, input: string, ...args: readonly string[]) {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  await chmod(join(bin, 'npx'), 0o755);
  const summary = join(folder, 'summary.md');
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    RUNNER_TEMP: folder,
    ARGUMENTS: args.join('\n'),
    GITHUB_STEP_SUMMARY: summary,
  };
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', STEPS.get(input) ?? 'exit 99'],
    {
      cwd: folder,
      env,
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr, summary: await readFile(summary, 'utf8').catch(() => '') };
}

/** The server of the last test, with a second tool that clients leave out. */
const LEFT_OUT = `
  import { createInterface } from 'node:readline';
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const serverInfo = { name: 'shop', version: '1.0.0' };
    const results = {
      initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
      'tools/list': { tools: ['list', 'hid\u200bden'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
    };
    const result = results[method];
    const error = { code: -32601, message: 'no' };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
  });
`;

describe('the action', () => {
  testUnless(missing, 'names generated files that were edited', async () => {
    const folder = await temporaryFolder();
    await runCli(folder, 'generate', '2025-03-26', '--out', 'protocol');
    expect(await step(folder, 'generate', '2025-03-26', '--out=protocol')).toMatchObject({ status: 0, stdout: '' });
    const path = join(folder, 'protocol/2025-03-26/types.ts');
    await writeFile(path, (await readFile(path, 'utf8')).replace('readOnlyHint', 'readOnly'));
    const { status, stdout } = await step(folder, 'generate', '2025-03-26', '--out=protocol');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^::error title=mcp-gen generate,file=protocol\/2025-03-26\/types\.ts,line=\d+::\w+: run mcp-gen generate\n$/,
    );
  });

  testUnless(missing, 'names changes between revisions that are not allowed', async () => {
    const folder = await temporaryFolder();
    const { status, stdout } = await step(folder, 'diff', '2024-11-05', '2025-03-26', '--allow=batches-allowed');
    expect(status).toBe(1);
    expect(stdout).toContain('::error title=mcp-gen diff::capability-required@capability breaks new server\n');
    expect(stdout).not.toContain('batches-allowed');
  });

  testUnless(
    missing,
    'says what the newest draft changes, also for an extension, and fails only where it is told to',
    async () => {
      const folder = await temporaryFolder();
      const draft = readProjectFile('schema/2026-07-28/schema.ts')
        .replace("LATEST_PROTOCOL_VERSION = '2026-07-28'", "LATEST_PROTOCOL_VERSION = 'draft'")
        .replace('export interface CallToolRequestParams', 'export interface CallToolOptions { trace: string }\n\n$&')
        .replace('export interface Tool extends', 'export interface Tool extends CallToolOptions,');
      await mkdir(join(folder, 'official/draft'), { recursive: true });
      await writeFile(join(folder, 'official/draft/schema.ts'), draft);
      await writeFile(
        join(folder, 'paint.ts'),
        `export interface PaintRequest extends JSONRPCRequest { method: 'paint/start'; params: RequestParams }
       export interface PaintResult extends Result { done: boolean }
       export type ClientRequest = PaintRequest;`,
      );
      const run = (...args: readonly string[]) => step(folder, 'watch', '2026-07-28', '--from=official', ...args);
      const warning = '::warning title=mcp-gen watch::required-field-added@Tool.trace in draft breaks new client';
      expect(await run('--extension=paint.ts')).toMatchObject({
        status: 0,
        stdout: `${warning}. For the server: Always send the field.\n`,
        summary: expect.stringContaining('trace: string'),
      });
      expect(await run('--allow=required-field-added')).toMatchObject({ status: 0, stdout: '' });
      expect(await run('--exit-code')).toMatchObject({ status: 1, stdout: expect.stringContaining(warning) });
      expect(await step(folder, 'watch', '2026-07-28', '--from=none')).toMatchObject({
        status: 2,
        stdout: '::error title=mcp-gen watch::The newest draft cannot be read: see the log\n',
        stderr: expect.stringContaining('No schema of draft found at none'),
      });
    },
  );

  testUnless(missing, 'names what a reviewer of a schema asks about, unless it is allowed', async () => {
    const folder = await temporaryFolder({
      'schema/2030-01-01/schema.ts': `export interface A { url: string; from: string }\nexport interface AError { a: A }\n`,
    });
    const { status, stdout } = await step(folder, 'lint', 'default', '--schema=schema');
    expect(status).toBe(1);
    expect(stdout).toContain(
      '::warning title=mcp-gen lint,file=schema/2030-01-01/schema.ts,line=1,col=22::A.url is a string without a format, but its name says uri [format-missing@A.url]\n',
    );
    expect(stdout).toContain('::notice title=mcp-gen lint,');
    const allowed = await step(folder, 'lint', '--schema=schema', '--allow=format-missing');
    expect(allowed).toMatchObject({ status: 0 });
    expect(allowed.stdout).not.toContain('::warning');
  });

  testUnless(missing, 'names what has changed since a server was reviewed, and what is wrong', async () => {
    const folder = await temporaryFolder();
    const program = (text: string): string =>
      `import { Server } from '${join(ROOT, 'sdk/dist/index.js')}';
       const server = new Server({ name: 'shop', version: '1.0.0' });
       server.tool('list', { description: ${JSON.stringify(text)} }, () => 'a');
       server.serve();`;
    await writeFile(join(folder, 'server.mjs'), program('Lists'));
    const server = `"${process.execPath}" server.mjs`;
    await runCli(folder, 'bind', server);
    expect(await step(folder, 'bind', server)).toMatchObject({ status: 0, stdout: '' });
    const path = join(folder, 'src/servers/shop.ts');
    const written = await readFile(path, 'utf8');
    await writeFile(path, `${written}// mine\n`);
    expect(await step(folder, 'bind', server)).toMatchObject({
      status: 1,
      stdout: '::error title=mcp-gen bind,file=src/servers/shop.ts::shop: the module is edited: run mcp-gen bind\n',
    });
    await writeFile(path, written);
    await writeFile(join(folder, 'server.mjs'), program('Lists\n::error::100% | `safe`'));
    const { status, stdout, summary } = await step(folder, 'bind', server);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error title=mcp-gen bind::shop: dangerous: tool list: description-changed: .*\n$/);
    expect(summary).toMatch(/^- \*\*dangerous\*\* `shop: tool list`: description-changed\. .*\n$/);
    await writeFile(join(folder, 'server.mjs'), LEFT_OUT);
    const hidden = await step(folder, 'bind', server);
    expect(hidden).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('::error title=mcp-gen bind::shop: Left out'),
    });
    const wrong = await step(folder, 'bind', 'none.json');
    expect(wrong).toMatchObject({
      status: 2,
      stdout: '::error title=mcp-gen bind::none.json: file not found\n',
    });
  });
});
