/** A server of one revision, a bridge to it, and clients of other revisions, in this process. */

import { memoryPair, type Message, type Transport } from '@mcp-gen/runtime';
import { roots, Server, type SupportedRevision } from '@mcp-gen/sdk';
import { bridge, type BridgeOptions } from '@mcp-gen/sdk/bridge';
import { connect, type Client, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { Mailbox } from '../../support/mailbox.js';
import { untilEnd } from '../../support/untilEnd.js';

/** A server with everything that a bridge has to carry. */
export function fullServer(
  revision: SupportedRevision,
  calls: { readonly put: (call: string) => void } = { put: () => undefined },
): Server {
  const server = new Server(
    { name: 'behind', version: '3.2.1' },
    { revisions: [revision], instructions: 'Ask nicely' },
  );
  let progressed = 0;
  server.tool('echo', { input: z.object({ text: z.string() }) }, ({ text }) => text);
  server.tool('steps', {}, (_input, context) => {
    for (const progress of [1, 2, 3]) context.progress(progress, 3, `step ${progress}`);
    context.log.warning('three steps', 'steps');
    context.log.debug('too quiet');
    return `done ${++progressed}`;
  });
  server.tool('wait', {}, async (_input, context) => {
    calls.put('waiting');
    await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
    calls.put('cancelled');
    return 'too late';
  });
  server.tool('name', {}, async (_input, context) => {
    const answer = await context.elicit('who', { message: 'Who are you?', schema: z.object({ name: z.string() }) });
    return answer.action === 'accept' ? `Hello ${answer.content.name}` : answer.action;
  });
  server.tool('poem', {}, async (_input, context) => {
    const { text } = await context.sample('poem', 'A poem');
    return text;
  });
  server.tool('where', {}, async (_input, context) => {
    const { found } = await context.ask({ found: roots() });
    return found.map(({ uri }) => uri).join();
  });
  server.tool('change', {}, () => {
    server.tool('added', {}, () => 'new');
    server.resourceUpdated('note://one');
    return 'changed';
  });
  server.resource('note://one', {}, () => 'first note');
  server.resourceTemplate('note://{id}', { complete: { id: ['seven', 'six'] } }, ({ id }) => `note ${id}`);
  server.prompt(
    'greet',
    { arguments: { who: { required: true, complete: ['Ada', 'Alan'] } } },
    ({ who }) => `Greet ${who}`,
  );
  return server;
}

/** Connects a client of one revision through a bridge, until the test is over. */
export async function throughBridge(
  target: Target,
  revision: SupportedRevision,
  options: ClientOptions = {},
  bridged: BridgeOptions = {},
): Promise<Client> {
  const [near, far] = memoryPair();
  const running = bridge(target, bridged).serve({ transport: far });
  const client = await connect(near, { revisions: [revision], ...options });
  onTestFinished(async () => {
    await client.close();
    await running.closed;
  });
  return client;
}

/** A bridge to a server of one revision, in this process. */
export function bridged(
  server: SupportedRevision,
  client: SupportedRevision,
  options: ClientOptions = {},
  calls: { readonly put: (call: string) => void } = { put: () => undefined },
): Promise<Client> {
  return throughBridge(inProcess(fullServer(server, calls)), client, options);
}

/** A message, as it is on the wire. */
export interface Wire {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A peer that sends and receives what the test writes, without any rules. */
export class RawPeer {
  readonly received = new Mailbox<Wire>();
  readonly #transport: Transport;
  /** Whether it is connected. */
  isOpen = true;

  constructor(transport: Transport) {
    this.#transport = transport;
    void transport.start({
      message: (value) => this.received.put(value as Wire),
      malformed: () => undefined,
      failed: () => undefined,
      ended: () => void (this.isOpen = false),
      closed: () => void (this.isOpen = false),
    });
    onTestFinished(() => this.#transport.close());
  }

  say(message: Wire): void {
    void this.#transport.send({ jsonrpc: '2.0', ...message } as Message);
  }

  /** Takes the next message of a method. */
  take(method: string): Promise<Wire> {
    return this.received.take((message) => message.method === method);
  }

  /** Takes the next request of a method, and answers it. Returns it. */
  async answer(method: string, result: object): Promise<Wire> {
    const request = await this.take(method);
    this.reply(request, { result });
    return request;
  }

  /** Answers a request that was taken, with a result or an error. */
  reply({ id = '' }: Wire, outcome: Pick<Wire, 'error'> | { readonly result: object }): void {
    this.say({ id, ...outcome } as Wire);
  }

  /** Sends a request, and takes its answer. */
  ask(id: string | number, method: string, params: NonNullable<Wire['params']> = {}): Promise<Wire> {
    this.say({ id, method, params });
    return this.answerTo(id);
  }

  /** Takes the answer to a request. */
  answerTo(id: string | number): Promise<Wire> {
    return this.received.take((message) => message.id === id && message.method === undefined);
  }
}

/** A client and a server that the test plays, with a bridge between them until the test is over. */
export function bridgedPeers(options: BridgeOptions = {}) {
  const [clientEnd, near] = memoryPair();
  const [far, serverEnd] = memoryPair();
  const running = bridge(() => far, { onError: () => undefined, ...options }).serve({ transport: near });
  untilEnd(running);
  return { client: new RawPeer(clientEnd), server: new RawPeer(serverEnd), running };
}

/** A bridge between a client and a server that the test plays. Both sides open a session of the revision. */
export async function rawBridge(
  revision: SupportedRevision,
  { server = {}, client = {}, bridged = {} }: { server?: object; client?: object; bridged?: BridgeOptions } = {},
): Promise<{ readonly client: RawPeer; readonly server: RawPeer; readonly open: () => void }> {
  const { client: played, server: asked } = bridgedPeers({ revisions: [revision], ...bridged });
  const clientInfo = { name: 'raw', version: '1.0.0' };
  const initialized = played.ask('open', 'initialize', { protocolVersion: revision, capabilities: client, clientInfo });
  const serverInfo = { name: 'raw', version: '1.0.0' };
  await asked.answer('initialize', { protocolVersion: revision, capabilities: server, serverInfo });
  await asked.take('notifications/initialized');
  return {
    client: played,
    server: asked,
    open: () => {
      void initialized.then(() => played.say({ method: 'notifications/initialized' }));
    },
  };
}
