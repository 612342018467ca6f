/** A capability of an earlier revision that a new revision has in another shape: the SDK builds, and a revision refuses what it does not have. */

import { beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram, generateNewMembers, projectOf } from '../support/newMessages.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const PROGRAM = join(ROOT, 'test/fixtures/newMessages/returnedCapability.ts');

/** Revision 2025-11-25 has these as objects, and the released newest revision does not have them. */
const MEMBERS = {
  ServerCapabilities: 'tasks?: string[];',
  ClientCapabilities: 'tasks?: { list?: string[]; cancel?: string };',
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  await generateNewMembers(folder, MEMBERS);
  return () => rm(folder, { recursive: true, maxRetries: 3 });
});

test('the SDK builds with it, without a line that converts it', async () => {
  const config = await projectOf(folder, PROGRAM);
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const { code, stdout } = await runProgram(folder, process.execPath, [compiler, '-p', config]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

test('the newest revision has it, and others refuse its shape', async () => {
  const bundle = await bundleProgram(folder, PROGRAM);
  const { code, stdout, stderr } = await runProgram(folder, process.execPath, [bundle]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const refused = (part: string): string =>
    `NotExpressibleError: Revision 2025-11-25 cannot express a value of the unified types (${part} of initialize): it is invalid there`;
  expect(JSON.parse(stdout)).toEqual({
    newest: ['list'],
    params: refused('params'),
    result: `${refused('result')}, and such messages are not converted`,
    known: { tools: { listChanged: true } },
  });
});
