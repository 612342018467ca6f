/**
 * Clients and servers of one revision, and of all of them, over each transport: what they have in common works, and where that is
 * nothing, the client says so (specification, 2026-07-28: Versioning, Compatibility Matrix). Through a bridge, every client uses every server.
 */

import { fileURLToPath } from 'node:url';
import { serveHttp as serveHandlers } from '@mcp-gen/runtime/http/server';
import { bridge } from '@mcp-gen/sdk/bridge';
import { connect, type Client, type ListName } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SUPPORTED_REVISIONS, type SupportedRevision } from '../../sdk/src/revisions.js';
import { everyFeature } from '../support/everyFeature.mjs';
import { Mailbox } from '../support/mailbox.js';

type Which = SupportedRevision | 'all';
const WHICH: readonly Which[] = [...SUPPORTED_REVISIONS, 'all'];
const revisionsOf = (which: Which): readonly SupportedRevision[] => (which === 'all' ? SUPPORTED_REVISIONS : [which]);

type Target = Parameters<typeof connect>[0];
const TRANSPORTS: { readonly [name: string]: (which: Which) => Target | Promise<Target> } = {
  memory: (which) => inProcess(everyFeature(revisionsOf(which))),
  async http(which) {
    const service = await serveHttp(everyFeature(revisionsOf(which)), { port: 0, shutdownTimeout: 100 });
    onTestFinished(() => service.close());
    return service.url;
  },
  stdio: (which) => programOf(which),
};

function programOf(which: Which): readonly string[] {
  const program = fileURLToPath(new URL('../support/everyFeature.mjs', import.meta.url));
  return [process.execPath, program, ...(which === 'all' ? [] : [which])];
}

interface Opened {
  readonly client: Client;
  /** The revision that the server speaks: through a bridge it may be another one than the client's. */
  readonly server: SupportedRevision;
  readonly logged: Mailbox<unknown>;
  readonly changed: Mailbox<ListName>;
}

async function open(target: Target, which: Which, server?: SupportedRevision): Promise<Opened> {
  const logged = new Mailbox<unknown>();
  const changed = new Mailbox<ListName>();
  const client = await connect(target, {
    revisions: revisionsOf(which),
    elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
    sampling: { model: () => ({ model: 'test', role: 'assistant', content: { type: 'text', text: 'Sunny' } }) },
    roots: [],
    logLevel: 'warning',
    onLog: ({ data }) => logged.put(data),
    onListChanged: changed.put,
    onError: () => undefined,
  });
  onTestFinished(() => client.close());
  return { client, server: server ?? (client.revision as SupportedRevision), logged, changed };
}

/** Everything that a client does with a server. */
const FEATURES: { readonly [feature: string]: (opened: Opened) => Promise<void> } = {
  async 'the server says who it is'({ client }) {
    expect([client.server.name, client.instructions]).toEqual(['every', 'Use it']);
    await client.ping();
  },
  async tools({ client, server }) {
    expect((await client.tools().all()).map(({ name }) => name)).toContain('echo');
    expect((await client.callTool('echo', { text: 'hello' })).text).toBe('hello');
    const wrong = client.callTool('echo', {});
    if (server < '2025-11-25') await expect(wrong).rejects.toMatchObject({ code: -32602 });
    else expect((await wrong).isError).toBe(true);
  },
  async resources({ client }) {
    expect((await client.resources().all()).map(({ uri }) => uri)).toEqual(['text://a']);
    expect((await client.resourceTemplates().all()).map(({ uriTemplate }) => uriTemplate)).toEqual(['text://{name}']);
    expect((await client.readResource('text://b')).contents).toMatchObject([{ text: 'template b' }]);
    const code = client.revision > '2025-11-25' ? -32602 : -32002;
    await expect(client.readResource('none://x')).rejects.toMatchObject({ code });
  },
  async prompts({ client }) {
    expect((await client.prompts().all()).map(({ name }) => name)).toEqual(['greet']);
    expect(JSON.stringify(await client.getPrompt('greet', { name: 'Ada' }))).toContain('Greet Ada');
  },
  async completion({ client }) {
    const { values } = await client.complete({ type: 'ref/prompt', name: 'greet' }, 'name', 'a');
    expect(values).toEqual(['ada']);
  },
  async progress({ client }) {
    const reports: number[] = [];
    await client.callTool('progress', {}, { onProgress: ({ progress }) => reports.push(progress) });
    expect(reports).toContain(1);
  },
  async cancellation({ client }) {
    const abort = new AbortController();
    const call = client.callTool('wait', {}, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect((await client.callTool('echo', { text: 'next' })).text).toBe('next');
  },
  async logging({ client, logged }) {
    await client.callTool('log');
    expect(await logged.take()).toBe('large');
    expect(logged.empty()).toEqual([]);
  },
  async elicitation({ client, server }) {
    const call = client.callTool('elicit');
    const canAsk = client.revision >= '2025-06-18' && server >= '2025-06-18';
    if (canAsk) expect((await call).text).toBe('Ada');
    else if (server > '2025-11-25') {
      // The revision of the client does not have the code of the server.
      const message = expect.stringContaining('needs the client capability elicitation.form') as string;
      await expect(call).rejects.toMatchObject({ code: -32600, message });
    } else expect(await call).toMatchObject({ isError: true, text: expect.stringContaining('elicitation') as string });
  },
  async sampling({ client }) {
    expect((await client.callTool('sample')).text).toBe('Sunny');
  },
  async roots({ client }) {
    expect((await client.callTool('roots')).text).toBe('0');
  },
  async changes({ client, changed }) {
    const updates = client.subscribe('text://a');
    await updates.ready;
    await client.callTool('change');
    expect((await updates.next()).value).toMatchObject({ uri: 'text://a' });
    await updates.return();
    expect(await changed.take((list) => list === 'tools')).toBe('tools');
  },
};

describe.each(Object.keys(TRANSPORTS))('over %s', (transport) => {
  const targetOf = TRANSPORTS[transport] as (which: Which) => Target | Promise<Target>;

  describe.each(WHICH)('a server of %s', (serves) => {
    test.each(WHICH)('and a client of %s', async (speaks) => {
      vi.setConfig({ testTimeout: 30_000 });
      const common = revisionsOf(speaks).filter((id) => revisionsOf(serves).includes(id));
      const target = await targetOf(serves);
      const newest = common.at(-1);
      if (newest === undefined) {
        await expect(open(target, speaks)).rejects.toMatchObject({ name: 'NegotiationError' });
        return;
      }
      const opened = await open(target, speaks);
      expect(opened.client.revision).toBe(newest);
      await useAll(opened);
    });
  });
});

async function useAll(opened: Opened): Promise<void> {
  for (const [feature, use] of Object.entries(FEATURES)) {
    await use(opened).catch((error: unknown) => {
      throw new Error(`${feature}: ${String(error)}`, { cause: error });
    });
  }
}

const PAIRS = SUPPORTED_REVISIONS.flatMap((serves) => SUPPORTED_REVISIONS.map((speaks) => [serves, speaks] as const));

/** Bridges in front of a server of one revision. */
const BRIDGES: { readonly [name: string]: (serves: SupportedRevision) => Promise<Target> } = {
  async http(serves) {
    const service = bridge((await TRANSPORTS['http']?.(serves)) ?? '', { onError: () => undefined });
    onTestFinished(() => service.close());
    const served = await serveHandlers(service.handlers, { ...service.options, port: 0, shutdownTimeout: 100 });
    onTestFinished(() => served.close());
    return served.url;
  },
  stdio: (serves) => {
    const program = fileURLToPath(new URL('../../bridge/dist/bin.js', import.meta.url));
    return Promise.resolve([process.execPath, program, '--', ...programOf(serves)]);
  },
};

describe.each(Object.keys(BRIDGES))('through a bridge over %s', (transport) => {
  // Each cell over stdio is two processes: one for each server, and each client once, is enough beside all cells over HTTP.
  const pairs = PAIRS.filter((_, at) => transport === 'http' || at % (SUPPORTED_REVISIONS.length - 1) === 0);

  test.each(pairs)('a server of %s and a client of %s', { timeout: 60_000 }, async (serves, speaks) => {
    const opened = await open((await BRIDGES[transport]?.(serves)) ?? '', speaks, serves);
    expect(opened.client.revision).toBe(speaks);
    await useAll(opened);
  });
});
