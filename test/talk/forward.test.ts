/** The commands of the package as commands of the compiler, which needs the package for them alone. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TALK_COMMANDS } from '../../generator/cli/commands/talkCommands.js';
import { runCliProcess, runProgram } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { OFFICIAL_EVERYTHING } from '../support/programs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const PROGRAM = join(ROOT, 'talk/dist/bin.js');

test('the compiler has all commands of the package, and no other has their names', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await runProgram(folder, process.execPath, [
    PROGRAM,
    'complete-line',
    'zsh',
    '--',
    'mcp-talk',
    '',
  ]);
  const names = stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
  expect([...TALK_COMMANDS].sort()).toEqual(names.filter((name) => name !== 'help' && name !== '').sort());
  const help = (await runCliProcess(folder, '--help')).stdout;
  const [, own = ''] = /^Commands:\n(.*?)\n\n/ms.exec(help) ?? [];
  const others = [...own.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name);
  expect(others).toContain('generate');
  expect(others.filter((name) => TALK_COMMANDS.includes(name))).toEqual([]);
  const [, documented = ''] = /which talk to servers: (.*?)\. /s.exec(readProjectFile('docs/compiler.md')) ?? [];
  expect([...documented.matchAll(/`(.*?)`/g)].map(([, name]) => name)).toEqual(TALK_COMMANDS);
  for (const name of TALK_COMMANDS) expect(help).toMatch(new RegExp(`(?:^ {2}|, )${name}(?:,|$)`, 'm'));
});

test('arguments, output, and exit codes are those of the package', async () => {
  const folder = await temporaryFolder();
  const server = ['--', process.execPath, OFFICIAL_EVERYTHING];
  const called = await runCliProcess(folder, 'call', 'echo', 'message=hi', '--json', ...server);
  expect(called).toMatchObject({ code: 0 });
  expect(JSON.parse(called.stdout)).toMatchObject({ content: [{ text: 'Echo: hi' }] });
  expect(await runCliProcess(folder, 'ping', 'http://127.0.0.1:9/mcp')).toMatchObject({ code: 3, stdout: '' });
  const mistaken = await runCliProcess(folder, 'call', '--headr', 'x');
  expect(mistaken).toMatchObject({ code: 2, stdout: '' });
  expect(mistaken.stderr).toContain("unknown option '--headr'");
  const help = await runCliProcess(folder, 'call', '--help');
  expect(help.stdout).toMatch(/^Usage: mcp-talk call /);
  expect(await runCliProcess(folder, 'help', 'call')).toEqual(help);
});
