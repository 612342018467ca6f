/** A version goes from stage to stage as the next revision, until something stops it. */

import type { Guard, RequestEntry } from '@mcp-gen/runtime/codegen/v1';
import { request, Server } from '@mcp-gen/sdk';
import { bridge } from '@mcp-gen/sdk/bridge';
import { connect } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { inProcess, testClient } from '@mcp-gen/sdk/testing';
import { expect, test } from 'vitest';
import { judge, stagesIn, STAGES, type StageWorkspace } from '../../../scripts/history/judge.mjs';
import { newMessages, type NewMessage } from '../../../scripts/history/roundTrips.mjs';
import { sampler } from '../../../scripts/history/samples.mjs';
import { sendBySdk } from '../../../scripts/history/sdkCalls.mjs';
import { SuiteError } from '../../../scripts/history/suite.mjs';
import { SchemaProblems } from '../../../generator/problems.js';
import { compareVersion, type VersionCode } from '../../oracle/compareVersion.js';
import { compileText, deriveText } from '../../support/compileText.js';
import { explain } from '../../../generated/2025-03-26/explain.js';
import { GENERATED } from '../../support/generated.js';
import { Samples } from '../../support/samples.js';
import { schemaText } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const BEFORE = compileText(schemaText('2024-11-05'), '2024-11-05');
const AFTER = compileText(schemaText('2025-03-26'), '2025-03-26');
const STATELESS = compileText(schemaText('2026-07-28'), '2026-07-28');
const place = { file: 'schema.ts', line: 3, column: 1 };

const SDK = { Server, request, bridge, connect, Host, inProcess, testClient };

/** A copy of the project in which all goes well, but for what a test replaces. */
function workspace(replaced: Partial<StageWorkspace> = {}): StageWorkspace {
  return {
    id: '2026-07-28',
    adopt: () => Promise.resolve(),
    generate: () => Promise.resolve([BEFORE, AFTER]),
    build: () => ({ problems: [], notes: [] }),
    loadRevision: () => Promise.resolve({ revision: GENERATED['2025-03-26'].revision }),
    loadSdk: () => Promise.resolve(SDK),
    loadOracle: () => Promise.resolve({ code: { explain: () => [] }, compareVersion: () => [] }),
    conform: () => Promise.resolve([]),
    ...replaced,
  };
}

const judged = (replaced?: Partial<StageWorkspace>, path = 'folder') =>
  judge({ path }, stagesIn(workspace(replaced), Samples, 'conformance'));

test('a version reaches the last stage', async () => {
  expect(await judged()).toEqual({
    reached: 'conformance',
    problems: [],
    messages: [],
    notes: [],
    tried: 'conformance',
    seconds: Object.fromEntries(STAGES.map((name) => [name, expect.any(Number)])),
  });
  const notes = ['extensions stay as they are: Task is declared twice'];
  expect(await judged({ build: () => ({ problems: [], notes }) })).toMatchObject({ reached: 'conformance', notes });
  expect(Object.keys(stagesIn(workspace(), Samples, 'generated'))).toEqual(['adopted', 'generated']);
  expect(STAGES).toEqual(['adopted', 'generated', 'oracle', 'built', 'roundTrip', 'conformance']);
});

test('a version stops at each stage, with the problems of that stage', async () => {
  const problems = new SchemaProblems([{ ...place, message: 'Date is not declared', remedy: 'Declare it.' }]);
  const folder = await temporaryFolder({ 'schema.ts': 'export type A = string;\nexport type A = B;\n' });
  expect(await judged({ adopt: () => Promise.reject(problems) }, folder)).toEqual({
    reached: undefined,
    problems: ['Date is not declared'],
    messages: undefined,
    seconds: { adopted: expect.any(Number) },
    tried: 'conformance',
    schemaErrors: [
      "schema.ts(1,13): TS2300 Duplicate identifier 'A'.",
      "schema.ts(2,13): TS2300 Duplicate identifier 'A'.",
      "schema.ts(2,17): TS2304 Cannot find name 'B'.",
    ],
  });
  expect(await judged({ generate: () => Promise.reject(new TypeError('odd')) })).toMatchObject({
    reached: 'adopted',
    problems: ['TypeError: odd'],
  });
  expect(
    await judged({
      build: () => ({ problems: ['a.ts(1,2): error TS2322: no', 'b.ts(1,2): error TS1: no'], notes: [] }),
    }),
  ).toMatchObject({
    reached: 'oracle',
    problems: ['a.ts(1,2): error TS2322: no', 'b.ts(1,2): error TS1: no'],
  });
  const scenarios = ['scenario ping of the server: FAILURE ping: no'];
  expect(await judged({ conform: () => Promise.resolve(scenarios) })).toMatchObject({
    reached: 'roundTrip',
    problems: scenarios,
  });
});

test('a signal that ends the programs of a stage is handled before its verdict is known', async () => {
  const handled: string[] = [];
  process.once('SIGUSR2', (signal) => handled.push(signal));
  const build = () => {
    process.kill(process.pid, 'SIGUSR2');
    return { problems: ['tsc: failed without a message'], notes: [] };
  };
  await judged({ build });
  expect(handled).toEqual(['SIGUSR2']);
});

test('a suite that cannot be installed is not a problem of the version', async () => {
  const conform = () => Promise.reject(new SuiteError('no network'));
  await expect(judged({ conform })).rejects.toThrow('no network');
});

test('a version that servers and clients of the SDK do not support stops before the last stage', async () => {
  expect(await judged({ id: '2030-01-01' })).toMatchObject({
    reached: 'built',
    problems: [expect.stringContaining('Unsupported revision "2030-01-01"')],
  });
});

test('values about which guards and the schema of the version disagree stop it', async () => {
  const path = await temporaryFolder({
    'schema.ts': schemaText('2025-03-26'),
    'schema.json': deriveText(schemaText('2025-03-26'), '2025-03-26'),
  });
  const { revision: _, ...code } = GENERATED['2025-03-26'];
  const run = (guards: object) =>
    judge(
      { path, differing: ['Root'] },
      stagesIn(
        workspace({
          loadOracle: () =>
            Promise.resolve({
              code: { ...code, ...guards, explain: explain as VersionCode['explain'] },
              compareVersion,
            }),
        }),
        Samples,
        'oracle',
      ),
    );
  expect(await run({})).toMatchObject({ reached: 'oracle', problems: [] });
  const { reached, problems } = await run({ isCursor: (value: unknown) => value === 'text' });
  expect(reached).toBe('generated');
  expect(problems[0]).toMatch(/^Cursor, .*the guard says false, Ajv true/);
});

test('every new message makes a round trip, requests inside results among them', async () => {
  const without = { ...STATELESS, requests: [], embedded: [], notifications: [] };
  const { revision } = GENERATED['2026-07-28'];
  const { reached, problems, messages } = await judged({
    generate: () => Promise.resolve([without, STATELESS]),
    loadRevision: () => Promise.resolve({ revision }),
  });
  expect(messages?.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'request tools/call from the client',
      'question sampling/createMessage from the server',
      'notification notifications/tools/list_changed from the server',
    ]),
  );
  expect([reached, problems]).toEqual(['conformance', []]);
});

test('a message without an interface of its own is sent by the SDK, directly, through the bridge, and by the host', async () => {
  const { revision } = GENERATED['2026-07-28'];
  const without = { ...STATELESS, requests: [], embedded: [], notifications: [] };
  const added = newMessages(without, STATELESS);
  const pick = (id: string): NewMessage => added.find((message) => message.id === id) as NewMessage;
  const roots = pick('question roots/list from the server');
  const send = (table: typeof revision) => sendBySdk(SDK, table, [roots], sampler(Samples, STATELESS));
  expect(await send(revision)).toEqual([
    { id: `${roots.id} by the SDK`, problem: undefined },
    { id: `${roots.id} through the bridge`, problem: undefined },
    { id: `${roots.id} by the host`, problem: undefined },
  ]);
  const invalid = { ...revision, client: { ...revision.client, questions: {} } };
  expect(await send(invalid)).toContainEqual({
    id: `${roots.id} by the SDK`,
    problem: 'The table of the client has no roots/list',
  });
});

test('samples keep to the formats that errata give to senders', () => {
  const sample = sampler(Samples, compileText(schemaText('2025-11-25'), '2025-11-25'));
  const times = Array.from({ length: 20 }, () => (sample('GetTaskResult') as { readonly createdAt: string }).createdAt);
  expect(times.filter((time) => !/^\d{4}-\d\d-\d\dT/.test(time))).toEqual([]);
});

test('a notification that clients follow arrives, though servers do not send it during a request', async () => {
  const without = { ...STATELESS, notifications: [] };
  const followed = newMessages(without, STATELESS).filter(({ filter }) => filter === 'promptsListChanged');
  const { revision } = GENERATED['2026-07-28'];
  class PromptServer extends Server {
    constructor(info: ConstructorParameters<typeof Server>[0], options: ConstructorParameters<typeof Server>[1]) {
      super(info, { ...options, features: ['tools', 'prompts'] });
    }
  }
  const sdk = { ...SDK, Server: PromptServer };
  const sent = await sendBySdk(sdk, revision, followed, sampler(Samples, STATELESS));
  // The host has an event of its own for changes of prompts.
  expect(sent.filter(({ id }) => !id.endsWith(' by the host'))).toEqual([
    { id: 'notification notifications/prompts/list_changed from the server by the SDK', problem: undefined },
    { id: 'notification notifications/prompts/list_changed from the server through the bridge', problem: undefined },
  ]);
});

test.each<[string, Guard, string]>([
  ['has no valid value', () => false, 'No valid value of ListToolsResult in 200 attempts'],
  [
    'does not arrive unchanged',
    // The receiver checks another object than the sender.
    (value) => Object.assign(value as object, { checked: crypto.randomUUID() }) === value,
    'checked of the result arrived with another value',
  ],
])('a message that %s stops a version, and the others are sent', async (_, result, problem) => {
  const messages = AFTER.requests.filter(({ method }) => method === 'tools/list' || method === 'roots/list');
  const { revision } = GENERATED['2025-03-26'];
  const { 'tools/list': entry, ...others } = revision.server.requests;
  const requests = { ...others, 'tools/list': { ...(entry as RequestEntry), result } };
  const id = 'request tools/list from the client';
  expect(
    await judged({
      generate: () =>
        Promise.resolve([
          { ...AFTER, requests: [] },
          { ...AFTER, requests: messages },
        ]),
      loadRevision: () => Promise.resolve({ revision: { ...revision, server: { ...revision.server, requests } } }),
    }),
  ).toMatchObject({
    reached: 'built',
    problems: [`${id}: ${problem}`],
    messages: [
      { id, problem },
      { id: 'request roots/list from the server', problem: undefined },
    ],
  });
});

test('messages are new by method, kind, and sender; those that the runtime handles itself are left out', () => {
  const ids = (from: typeof BEFORE, to: typeof BEFORE) => newMessages(from, to).map(({ id }) => id);
  expect(ids(BEFORE, AFTER)).toEqual([]);
  expect(ids(AFTER, STATELESS)).toContain('question roots/list from the server');
  expect(ids({ ...AFTER, requests: [] }, AFTER)).not.toContain('request ping from the client');
});
