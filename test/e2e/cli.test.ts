/** What holds for every command: help, mistakes, exit codes, what goes to which stream. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CLI, runCliProcess } from '../support/runCli.js';
import { REVISION_IDS } from '../support/schemas.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

test.each([['generate'], ['schema'], ['scaffold', 'server'], ['scaffold', 'client']])(
  'the help of a command has examples and exit codes: %s %s',
  async (...command) => {
    const { code, stdout, stderr } = await runCliProcess('.', ...command.filter(Boolean), '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Examples:\n  mcp-gen ${command.join(' ')}`);
    for (const line of ['0   success', '1   success, with findings', '2   invalid arguments', '3   invalid schema'])
      expect(stdout).toContain(line);
  },
);

test('the version is that of the package', async () => {
  expect(await runCliProcess('.', '--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test.each([
  [[], 'Missing command.'],
  [['scaffold'], 'Missing command.'],
  [['frobnicate'], "unknown command 'frobnicate'"],
  [['generate', '--chek'], '(Did you mean --check?)'],
  [['generate', '--out'], 'argument missing'],
  [['generate', '--out', ''], 'The value of --out must not be empty.'],
  [['generate', '--check', '--force'], 'cannot be used with'],
  [['generate', '--watch', '--check'], 'cannot be used with'],
  [['generate', '--watch', '--schema', 'none'], 'none has no schemas'],
  [['generate', '1999-01-01'], 'Unknown revision 1999-01-01'],
  [['generate', '../schema'], 'Unknown revision ../schema'],
  [['generate', '--schema', 'none'], 'none has no schemas'],
  [['schema'], 'Missing argument: a revision or a file. To write all revisions, use --out.'],
  [['schema', 'none.ts'], 'File not found: none.ts'],
  [['schema', '2024-11-05', '2025-03-26'], 'To write several, use --out.'],
  [['scaffold', 'server'], "missing required argument 'folder'"],
  [['scaffold', 'server', 'a', 'b'], 'too many arguments'],
  [['scaffold', 'server', 'a', '--name', 'No Name'], '"No Name" cannot be the name of an npm package'],
  [['scaffold', 'server', 'a', '--revision', '1999-01-01'], 'Unknown revision 1999-01-01'],
  [['scaffold', 'client'], "missing required argument 'folder'"],
  [['scaffold', 'client', 'a', '--name', 'No Name'], '"No Name" cannot be the name of an npm package'],
  [['scaffold', 'client', 'a', '--revision', '2025-11-25,1999-01-01'], 'Unknown revision 1999-01-01'],
  [['scaffold', 'server', 'a', '--runtime', 'cdn'], 'Allowed choices are vendor, registry'],
  [['bridge', '--json'], 'Unknown option "--json"'],
  [['bind', '--', 'node', '-e', '""', '--json'], 'Cannot read the server'],
])('a mistake exits with 2, says what is wrong, and writes nothing: %j', async (args, message) => {
  const folder = await temporaryFolder();
  const { code, stdout, stderr } = await runCliProcess(folder, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: /);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(await readTree(folder)).toEqual({});
});

test.each([
  [['generate', '1999-01-01', '--json'], 'Unknown revision 1999-01-01'],
  [['generate', '--watch', '--json'], 'cannot be used with'],
])('a mistake is one JSON object with --json: %j', async (args, message) => {
  const { code, stdout } = await runCliProcess('.', ...args);
  expect(code).toBe(2);
  const { error } = JSON.parse(stdout) as { error: { message: string } };
  expect(error.message).toContain(message);
});

test.each([
  [['frobnicate'], '`mcp-gen --help`'],
  [['generate', '--chek'], '`mcp-gen generate --help`'],
  [['scaffold', 'frobnicate'], '`mcp-gen scaffold --help`'],
  [['scaffold', 'server', '--template', 'large', 'a'], '`mcp-gen scaffold server --help`'],
])('a mistake names the help of the command that it was made in: %j', async (args, help) => {
  expect((await runCliProcess('.', ...args)).stderr).toContain(`\nFor usage, run ${help}.\n`);
});

test('an unknown revision is answered with those that exist', async () => {
  const { stderr } = await runCliProcess('.', 'generate', '1999-01-01');
  expect(stderr).toContain(REVISION_IDS.join(', '));
});

test('nothing is coloured away from a terminal', async () => {
  const { stderr } = await runCliProcess('.', 'generate', '1999-01-01');
  expect(stderr).not.toContain('\x1b');
});

test('a reader that goes away early is no error', async () => {
  const child = spawn(process.execPath, [CLI, 'schema', '2025-03-26'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(stderr).toBe('');
});
