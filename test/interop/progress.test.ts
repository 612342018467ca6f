/**
 * A progress report directly before the answer. Over stdio and HTTP with SSE our server writes both at once, so the client reads them in
 * one chunk. The official clients call the handler of a notification in a microtask, but remove the handlers of a request as soon as
 * they read its answer, which is earlier: they drop the report. Two writes are often read in one chunk, too, so a server cannot prevent
 * this. A test that counts reports has its server ask a question before it answers: a client that answers has handled the reports.
 */

import { expect, test } from 'vitest';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { connectSdkClient } from '../support/clients/sdk.js';
import { SDK_SERVER, useServer } from '../support/servers.js';

const reach = useServer(SDK_SERVER.stdio);

const CLIENTS = [
  { name: 'the official client of version 1', connect: connectOfficialV1, drops: true },
  { name: 'the official client of version 2', connect: connectOfficialV2, drops: true },
  { name: 'our client', connect: connectSdkClient, drops: false },
];

test.each(CLIENTS)(
  '$name drops a report that it reads in one chunk with the answer: $drops',
  async ({ connect, drops }) => {
    const client = await connect(reach(), { revision: '2025-11-25' });
    const reports: object[] = [];
    const { content } = (await client.callTool(
      { name: 'hurry' },
      { onProgress: (report) => reports.push(report) },
    )) as {
      readonly content: unknown;
    };
    expect(content).toEqual([{ type: 'text', text: 'done' }]);
    expect(reports).toEqual(drops ? [] : [{ progress: 1, total: 1 }]);
    if (drops) expect(String(await client.errors.take())).toContain('progress notification for an unknown token');
  },
);
