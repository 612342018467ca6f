/** A client of the sdk that uses all that a server with the features of `everyFeature.mjs` has, with any SDK. */

import { connect, type Client, type ListName, type Target } from '@mcp-gen/sdk/client';
import { expect, onTestFinished } from 'vitest';
import type { SupportedRevision } from '../../sdk/src/revisions.js';
import { Mailbox } from '../support/mailbox.js';

/** What differs between servers. */
interface OtherServer {
  /** The revision that it speaks: through a bridge it may be another one than the client's. */
  readonly revision: SupportedRevision;
  /** Whether it has instructions for its clients. Default true. */
  readonly instructs?: boolean;
  /** Its error for a resource that does not exist, where it is not the one that its revision asks for. */
  readonly resourceNotFound?: number;
}

interface Opened {
  readonly client: Client;
  readonly logged: Mailbox<unknown>;
  readonly changed: Mailbox<ListName>;
  readonly errors: Mailbox<unknown>;
}

/** The answers to all that a server may ask. */
export const ANSWERING = {
  elicitation: { form: () => ({ action: 'accept' as const, content: { name: 'Ada' } }) },
  sampling: {
    model: () => ({ model: 'test', role: 'assistant' as const, content: { type: 'text' as const, text: 'Sunny' } }),
  },
  roots: [],
} as const;

/** Opens a client that answers all that a server may ask, and closes it when the test is over. */
export async function openClient(target: Target, revisions: readonly SupportedRevision[]): Promise<Opened> {
  const logged = new Mailbox<unknown>();
  const changed = new Mailbox<ListName>();
  const errors = new Mailbox<unknown>();
  const client = await connect(target, {
    ...ANSWERING,
    revisions,
    logLevel: 'warning',
    onLog: ({ data }) => logged.put(data),
    onListChanged: changed.put,
    onError: errors.put,
  });
  onTestFinished(() => client.close());
  return { client, logged, changed, errors };
}

/** Everything that a client does with a server. */
const FEATURES: { readonly [feature: string]: (opened: Opened, server: OtherServer) => Promise<void> } = {
  async 'the server says who it is'({ client }, { instructs = true }) {
    expect([client.server.name, client.instructions]).toEqual(['every', instructs ? 'Use it' : undefined]);
    await client.ping();
  },
  async tools({ client }, { revision }) {
    expect((await client.tools().all()).map(({ name }) => name)).toContain('echo');
    expect((await client.callTool('echo', { text: 'hello' })).text).toBe('hello');
    const wrong = client.callTool('echo', {});
    if (revision < '2025-11-25') await expect(wrong).rejects.toMatchObject({ code: -32602 });
    else expect((await wrong).isError).toBe(true);
  },
  async resources({ client }, { resourceNotFound = -32002 }) {
    expect((await client.resources().all()).map(({ uri }) => uri)).toEqual(['text://a']);
    expect((await client.resourceTemplates().all()).map(({ uriTemplate }) => uriTemplate)).toEqual(['text://{name}']);
    expect((await client.readResource('text://b')).contents).toMatchObject([{ text: 'template b' }]);
    const code = client.revision > '2025-11-25' ? -32602 : resourceNotFound;
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
    const onProgress = (): void => abort.abort(new Error('enough'));
    await expect(client.callTool('wait', {}, { signal: abort.signal, onProgress })).rejects.toThrow('enough');
    expect((await client.callTool('stopped')).text).toBe('stopped');
  },
  async logging({ client, logged }) {
    await client.callTool('log');
    expect(await logged.take()).toBe('large');
    expect(logged.empty()).toEqual([]);
  },
  async elicitation({ client }, { revision }) {
    const call = client.callTool('elicit');
    const canAsk = client.revision >= '2025-06-18' && revision >= '2025-06-18';
    if (canAsk) expect((await call).text).toBe('Ada');
    else if (revision > '2025-11-25') {
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

/** Uses every feature once. */
export async function useAll(opened: Opened, server: OtherServer): Promise<void> {
  for (const [feature, use] of Object.entries(FEATURES)) {
    await use(opened, server).catch((error: unknown) => {
      throw new Error(`${feature}: ${String(error)}`, { cause: error });
    });
  }
  expect(opened.errors.empty()).toEqual([]);
}
