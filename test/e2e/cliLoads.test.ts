/** Which packages a command loads. Loading ts-morph takes longer than all else that a short command does. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const HOOK = join(ROOT, 'test/fixtures/loads.mjs');

test.each([
  { args: ['validate', 'none.jsonl', '--revision', '2025-03-26'], code: 2, packages: 'commander' },
  { args: ['explain', 'Tool'], code: 0, packages: 'commander, ts-morph' },
  {
    args: ['scaffold', 'server', 'weather', '--runtime', 'registry'],
    code: 0,
    packages: 'commander, handlebars, prettier',
  },
])('$args.0 loads $packages', async ({ args, code, packages }) => {
  const finished = await runProgram(await temporaryFolder(), process.execPath, ['--import', HOOK, CLI, ...args]);
  const loaded = [...finished.stderr.matchAll(/^loads (\S+)$/gm)].map(([, name = '']) => name);
  expect({ code: finished.code, packages: [...new Set(loaded)].sort().join(', ') }).toEqual({ code, packages });
});
