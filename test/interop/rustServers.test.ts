/** Servers that end at a first message that is not `initialize`, as programs of others do that users have installed. */

import { memoryPair } from '@mcp-gen/runtime';
import { bridge } from '@mcp-gen/sdk/bridge';
import { connect, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { describe, expect, onTestFinished } from 'vitest';
import { RUST_SERVERS, type RustServer } from '../support/counterparts.js';
import { Mailbox } from '../support/mailbox.js';
import { testUnless } from '../support/omissions.js';

const errors = new Mailbox<unknown>();

async function useClient(target: Target, options: ClientOptions, { revision, call }: RustServer): Promise<void> {
  const client = await connect(target, { ...options, onError: errors.put });
  onTestFinished(() => client.close());
  expect(client.revision).toBe(options.revisions?.[0] ?? revision);
  const [tool, args, text] = call;
  expect((await client.tools().all()).map(({ name }) => name)).toContain(tool);
  expect((await client.callTool(tool, args)).text).toContain(text);
  await client.close();
  expect(errors.empty()).toEqual([]);
}

describe.each(RUST_SERVERS)('$name', (server) => {
  const { command, missing } = server;

  testUnless(missing, 'is used by a client', () => useClient(command, { stderr: 'ignore' }, server));

  testUnless(missing, 'is used through a bridge by a client without sessions', async () => {
    const service = bridge(command, { stderr: 'ignore', onError: errors.put });
    onTestFinished(() => service.close());
    const [near, far] = memoryPair();
    service.serve({ transport: far });
    await useClient(near, { revisions: ['2026-07-28'] }, server);
  });

  testUnless(missing, 'is started by a host, and used', async () => {
    const [executable = '', ...args] = command;
    const host = new Host({
      servers: { rust: { command: executable, args } },
      consent: () => true,
      onError: errors.put,
    });
    onTestFinished(() => host.close());
    await host.start();
    expect(host.servers).toMatchObject([{ name: 'rust', status: 'running' }]);
    const [tool, given, text] = server.call;
    expect((await host.callTool(`rust__${tool}`, given)).text).toContain(text);
    await host.close();
    expect(errors.empty()).toEqual([]);
  });
});
