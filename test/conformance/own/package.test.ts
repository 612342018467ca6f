/** The built package, as programs use it: both sides are checked from its one folder. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Conformance from '@mcp-gen/conformance';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/schemas.js';

const built = (await import(pathToFileURL(join(ROOT, 'conformance/dist/index.js')).href)) as typeof Conformance;

test('a client over stdio is started with the relay of the package', async () => {
  const command = [process.execPath, join(ROOT, 'test/conformance/own/clients/ours.mjs')];
  const results = await built.checkClient(command, { revisions: ['2025-06-18'], only: 'client-initialize' });
  const shown = results.map(({ transport, passed, reason }) => ({ transport, passed, reason }));
  expect(shown).toContainEqual({ transport: 'stdio', passed: 1, reason: undefined });
  expect(results.filter(({ failed }) => failed > 0)).toEqual([]);
});

test('a name that no check has is refused', async () => {
  await expect(built.checkClient(['x'], { only: 'no-such' })).rejects.toThrow('No check has a name with "no-such"');
  await expect(built.checkServer({}, { only: 'no-such' })).rejects.toThrow('No check has a name with "no-such"');
});
