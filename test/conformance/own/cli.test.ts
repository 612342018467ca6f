/** The command line of the suite: what it prints, and its exit codes. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveHere } from './inProcess.js';

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));
const FIXTURE = fileURLToPath(new URL('fixtures/ours.mjs', import.meta.url));

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  return runIn(process.env, ...args);
}

function runIn(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

test('a server of the caller is judged, and rows are printed as JSON', async () => {
  const command = `"${process.execPath}" ${FIXTURE}`;
  const { code, stdout } = await run('--command', command, '--revision', '2025-11-25', '--check', 'ping', '--json');
  expect(JSON.parse(stdout)).toEqual([
    {
      revision: '2025-11-25',
      leg: 'server',
      transport: 'stdio',
      check: 'ping-answered',
      passed: 1,
      failed: 0,
      warnings: 0,
      skipped: 0,
      requirements: [
        {
          id: 'ping-answered',
          must: true,
          url: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements',
          text: expect.any(String) as string,
        },
      ],
    },
  ]);
  expect(code).toBe(0);
});

test('what fails is printed with the requirements, and the exit code is 1', async () => {
  const folder = await temporaryFolder();
  const program = join(folder, 'client.mjs');
  // It connects to nothing.
  writeFileSync(program, '');
  const { code, stdout } = await run('--client', `node ${program}`, '--revision', '2024-11-05', '--check', 'stdin');
  expect(stdout).toContain('2024-11-05  client  stdio  client-stdin  FAILED');
  expect(stdout).toMatch(
    /MUST: .* https:\/\/modelcontextprotocol\.io\/specification\/2024-11-05\/basic\/transports#stdio/,
  );
  expect(stdout).toContain('0 passed, 1 failed, 0 warnings, 0 not applicable');
  expect(code).toBe(1);
});

test('a server of the caller that requires tokens is started with an authorization server, and judged', async () => {
  const { target, close } = await serveHere();
  onTestFinished(close);
  const program = `"${process.execPath}" ${FIXTURE} --protected`;
  const { code, stdout } = await run(
    ...['--url', target.url, '--protected', program, '--revision', '2025-11-25', '--check', 'authorization-audience'],
  );
  expect(stdout).toContain('2025-11-25  server  http   authorization-audience  passed');
  expect(code).toBe(0);
});

test.each([
  [['--revision', '2023-01-01'], 'Unsupported revision "2023-01-01". Supported: 2024-11-05,'],
  [['--fixture', 'nothing'], 'Unknown fixture "nothing". Expected: ours,'],
  [['--fixture', 'ours', '--url', 'http://localhost'], 'Use either --fixture, or --command'],
  [['--url', 'nowhere'], '--url is not a URL: nowhere'],
  [['--client', 'node', '--protected', 'node'], '--protected needs --url'],
  [['--timeout', 'soon'], '--timeout is not an integer'],
  [['--leg', 'left'], '--leg is neither server nor client: left'],
  [['--unknown'], "Unknown option '--unknown'"],
  [['--client', 'node', '--check', 'no-such-check'], 'No check applies'],
])('wrong usage: %j', async (args, message) => {
  const { code, stderr } = await run(...args);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('a fixture that cannot be started here is left out, with the reason', async () => {
  const { MCP_PYTHON, ...env } = process.env;
  const { code, stderr } = await runIn(env, '--fixture', 'fastmcp-python');
  expect(stderr).toContain('fastmcp-python: MCP_PYTHON does not name a Python with the package fastmcp');
  expect(code).toBe(2);
});

test('the checks are listed with their rows', async () => {
  const { code, stdout } = await run('--list');
  expect(stdout.split('\n')).toContain('ping-answered: ping-answered');
  expect(stdout.split('\n')).toContain('client-ping: ping-answered');
  expect(code).toBe(0);
});
