/** Results that later revisions describe otherwise, for clients of the oldest revisions: of our own server, and through a bridge. */

import { Server, type LossListener } from '@mcp-gen/sdk';
import { bridge } from '@mcp-gen/sdk/bridge';
import { createMockServer, inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import type { MemoryAddress } from '../support/clients/memory.js';

/** A server with a tool whose results are lists, which revisions before 2026-07-28 cannot say. */
function listServer(onLoss?: LossListener): Server {
  const server = new Server({ name: 'lists', version: '1.0.0' }, { onLoss });
  server.tool('numbers', { output: z.array(z.number()) }, () => [1, 2, 3]);
  server.tool('point', { output: z.object({ x: z.number() }) }, () => ({ x: 1 }));
  return server;
}

const WAYS: readonly (readonly [string, (onLoss: LossListener) => MemoryAddress])[] = [
  ['our server', (onLoss) => ({ over: 'memory', serve: (transport) => listServer(onLoss).serve({ transport }) })],
  [
    'a bridge to one that only speaks 2026-07-28',
    (onLoss) => ({
      over: 'memory',
      serve: (transport) => bridge(inProcess(listServer()), { onLoss, revisions: ['2026-07-28'] }).serve({ transport }),
    }),
  ],
];

describe.each(WAYS)('from %s', (_, serve) => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])(
    'the official client of %s lists and calls tools whose results are not objects',
    async (revision) => {
      const losses: string[] = [];
      const client = await connectOfficialV1(
        serve(({ pointer }) => losses.push(pointer)),
        { revision },
      );
      const { tools } = (await client.listTools()) as { readonly tools: readonly { readonly outputSchema?: object }[] };
      expect(tools.map(({ outputSchema }) => outputSchema)).toEqual([
        undefined,
        expect.objectContaining({ type: 'object' }),
      ]);
      const content = [{ type: 'text', text: '[1,2,3]' }];
      const { _meta, ...result } = (await client.callTool({ name: 'numbers' })) as { readonly _meta?: object };
      expect(result).toEqual({ content });
      expect(await client.callTool({ name: 'point' })).toMatchObject({ structuredContent: { x: 1 } });
      expect(losses).toContain('/tools/0/outputSchema');
      expect(losses).toContain('/structuredContent');
    },
  );
});

test.each(['2024-11-05', '2025-03-26'] as const)(
  'a bridge between a client and a server of %s does not fail with what the revision ignores',
  async (revision) => {
    const lists = { tools: [{ name: 'numbers', inputSchema: { type: 'object' }, outputSchema: { type: 'array' } }] };
    const result = { content: [{ type: 'text', text: '[1]' }], structuredContent: [1] };
    const server = createMockServer({ 'tools/list': lists, 'tools/call': result }, { revision });
    const client = await connectOfficialV1(
      { over: 'memory', serve: (transport) => bridge(server.target).serve({ transport }) },
      { revision },
    );
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'numbers' }] });
    expect(await client.callTool({ name: 'numbers' })).toMatchObject({ content: result.content });
  },
);
