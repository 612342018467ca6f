/** The messages of MCP Apps: beside every revision that the extension names, and in every version of the official package. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile, readProtocol } from '../../generator/index.js';
import { testUnless } from '../support/omissions.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const extensions = ['schema.ts', 'directions.ts'].map((file) => ({
  file: join(ROOT, 'schema/extensions/apps', file),
}));

const METHODS = {
  client: [
    'ui/download-file',
    'ui/initialize',
    'ui/message',
    'ui/notifications/initialized',
    'ui/notifications/request-teardown',
    'ui/notifications/sandbox-proxy-ready',
    'ui/notifications/size-changed',
    'ui/open-link',
    'ui/request-display-mode',
    'ui/update-model-context',
  ],
  server: [
    'ui/notifications/host-context-changed',
    'ui/notifications/sandbox-resource-ready',
    'ui/notifications/tool-cancelled',
    'ui/notifications/tool-input',
    'ui/notifications/tool-input-partial',
    'ui/notifications/tool-result',
    'ui/resource-teardown',
  ],
};

test.each(['2025-06-18', '2025-11-25', '2026-07-28'])('they compile beside revision %s', async (revision) => {
  const model = await readProtocol(revision, { extensions });
  const own = model.messages.filter(({ method }) => method.startsWith('ui/'));
  for (const sender of ['client', 'server'] as const) {
    const methods = own.filter(({ senders }) => senders.includes(sender)).map(({ method }) => method);
    expect(methods.toSorted()).toEqual(METHODS[sender]);
  }
  const types = (await compile([model])).find(({ path }) => path === `${revision}/types.ts`);
  expect(types?.text).toContain('export interface McpUiHostContext {');
});

const missing = existsSync(join(ROOT, 'test/ext-apps/node_modules'))
  ? undefined
  : 'the official package of MCP Apps is not installed: npm run platforms';

const versions = (...args: readonly string[]) =>
  runProgram(ROOT, process.execPath, [join(ROOT, 'scripts/appsVersions.mjs'), ...args]);

testUnless(missing, 'the list of versions has the fingerprints of the official types', async () => {
  expect(await versions('--check')).toEqual({ code: 0, stdout: '', stderr: '' });
});

testUnless(missing, 'two versions are compared by meaning', async () => {
  const { code, stdout } = await versions('--diff', '1.0.0', '1.1.2');
  expect(code).toBe(0);
  expect(stdout).toContain('ui/download-file: request of the client\n!   + new, sent by client (breaks old servers)');
  expect(stdout).not.toContain('description');
  expect((await versions('--diff', '0.4.2', '1.0.0')).stdout).toContain('No difference.');
  expect(await versions('--diff', '1.0.0', '3')).toMatchObject({ code: 2, stderr: expect.stringContaining('2.0.4') });
});
