/** `mcp-gen model`. */

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRevision } from '../../generator/protocols.js';
import type { ProtocolModel } from '../../generator/model/modelFormat.js';
import { modelOf } from '../../generator/model/protocolModel.js';
import { runCli } from '../support/runCli.js';
import { ROOT, schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const EXTENSION = `
/** @deprecated Use links. */
export interface UiOpenLinkRequest extends JSONRPCRequest { method: 'ui/open-link'; params: RequestParams }
export interface UiOpenLinkResult extends Result { opened: boolean }
export type ServerRequest = UiOpenLinkRequest;
export type ClientResult = UiOpenLinkResult;
`;

test('a summary for people: messages by direction, since when, and what they need', async () => {
  const { code, stdout, stderr } = await runCli('.', 'model', '2026-07-28');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Revision 2026-07-28\n/);
  expect(stdout).toMatch(/^ {2}Definitions +128 interfaces, 27 aliases, 10 constants; 1 named by mcp-gen$/m);
  expect(stdout).toMatch(/^Requests from clients \(10\)\n/m);
  expect(stdout).toMatch(/^ {2}tools\/call +since 2024-11-05 {2}needs tools$/m);
  expect(stdout).toMatch(/^Requests from servers, inside results \(3\)\n/m);
  expect(stdout).toMatch(/^ {2}roots\/list .*\n {4}Deprecated\. /m);
  expect(stdout).not.toContain('\x1b');
});

test('one JSON object for programs, which is the model', async () => {
  const { code, stdout, stderr } = await runCli('.', 'model', '2025-03-26', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(modelOf(await readRevision('2025-03-26', join(ROOT, 'schema'))));
});

test('the same bytes, wherever the schemas and the working folder are', async () => {
  const folder = await temporaryFolder();
  await cp(join(ROOT, 'schema/2025-03-26'), join(folder, 'elsewhere/2025-03-26'), { recursive: true });
  const { stdout } = await runCli(folder, 'model', '2025-03-26', '--json');
  expect(await runCli(folder, 'model', '2025-03-26', '--json', '--schema', 'elsewhere')).toMatchObject({ stdout });
  expect(await runCli(folder, 'model', 'elsewhere/2025-03-26/schema.ts', '--json')).toMatchObject({ stdout });
});

test('an extension adds its messages, which have no first revision', async () => {
  const folder = await temporaryFolder({ 'ui.ts': EXTENSION });
  const { stdout } = await runCli(folder, 'model', '2025-11-25', '--extension', 'ui.ts', '--json');
  const { sources, messages } = JSON.parse(stdout) as ProtocolModel;
  expect(sources).toEqual(['2025-11-25/schema.ts', 'ui.ts']);
  const added = messages.find(({ method }) => method === 'ui/open-link');
  expect(added).toMatchObject({ name: 'uiOpenLink', senders: ['server'], deprecated: 'Use links.' });
  expect(added).not.toHaveProperty('since');
});

describe('a revision with open decisions', () => {
  const files = {
    'drafts/next.ts': schemaText('2025-11-25')
      .replace("LATEST_PROTOCOL_VERSION = '2025-11-25'", "LATEST_PROTOCOL_VERSION = '2025-11-26'")
      .replace("method: 'ping'", "method: 'pong'"),
  };

  test('is refused, with the list', async () => {
    const { code, stdout, stderr } = await runCli(await temporaryFolder(files), 'model', 'drafts/next.ts');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^drafts\/next\.ts:\d+:1 {2}No decision about the method pong\./m);
  });

  test('is a draft with --draft: guesses are warnings, and part of the model', async () => {
    const folder = await temporaryFolder(files);
    const { code, stdout, stderr } = await runCli(folder, 'model', 'drafts/next.ts', '--draft');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^drafts\/next\.ts:\d+:1 {2}warning: No decision about the method pong\./m);
    expect(stdout).toMatch(/^ {2}Open +\d+ decisions$/m);
    expect(stdout).toMatch(/^ {2}pong +since 2025-11-26$/m);
    const json = await runCli(folder, 'model', 'drafts/next.ts', '--draft', '--json');
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const { openDecisions, revision } = JSON.parse(json.stdout) as ProtocolModel;
    expect(revision).toBe('2025-11-26');
    expect(openDecisions).toContainEqual(
      expect.objectContaining({ file: 'drafts/next.ts', message: expect.stringContaining('the method pong') }),
    );
  });
});

describe('wrong usage', () => {
  test.each([
    [['1999-01-01'], 2, 'Unknown revision "1999-01-01". Available: 2024-11-05, 2025-03-26'],
    [
      ['2025-03-26', '--schema', 'none'],
      2,
      `Unknown revision "2025-03-26". ${join('none', '2025-03-26', 'schema.ts')}`,
    ],
    [['none.ts'], 2, 'File not found: none.ts.'],
    [['x\x1b[31mx.ts'], 2, 'File not found: x[31mx.ts.'],
    [[], 2, 'missing required argument'],
    [['bad.ts'], 3, 'bad.ts:1:'],
    [['unnamed.ts'], 3, 'unnamed.ts:1:1  The file does not state its revision'],
  ])('%j', async (args, expected, message) => {
    const folder = await temporaryFolder({
      'bad.ts': 'export type A = keyof B;\n',
      'unnamed.ts': 'export type A = string;\n',
    });
    const { code, stdout, stderr } = await runCli(folder, 'model', ...args);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toContain(message);
  });
});
