/** A server with tasks in this process, and a client of revision 2026-07-28 that sees what is on the wire. */

import { memoryPair, type AuthInfo } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import type { Client } from '@mcp-gen/sdk/client';
import { createHandler } from '@mcp-gen/sdk/http';
import { tasks, type MemoryTaskStore, type TasksOptions, type TaskStore } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks, type ClientTasks } from '@mcp-gen/sdk/tasks/client';
import { expect, onTestFinished, vi } from 'vitest';
import { metaWith } from '../../support/standAlone.js';
import { request, Wire } from '../runtime/support.js';
import { untilEnd } from '../../support/untilEnd.js';

export const EXTENSION = 'io.modelcontextprotocol/tasks';
export const CAPABLE = { extensions: { [EXTENSION]: {} }, elicitation: { form: {} } };

/** What a person is asked: a name. */
export const SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

export interface Answer {
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type Ask = (method: string, params?: object, capabilities?: object) => Promise<Answer>;

export function clientOf(server: Server, auth?: AuthInfo): Ask {
  const wire = wireOf(server, auth);
  let id = 0;
  return async (method, params = {}, capabilities = CAPABLE) => {
    wire.ask(++id, method, params, capabilities);
    return (await wire.next()) as Answer;
  };
}

interface RawClient {
  readonly ask: (id: string | number, method: string, params: object, capabilities?: object) => void;
  readonly next: () => Promise<unknown>;
  readonly say: (message: object) => void;
  readonly settled: () => Promise<unknown[]>;
}

/** A client that takes messages one by one. */
export function wireOf(server: Server, auth?: AuthInfo): RawClient {
  const [near, far] = memoryPair();
  untilEnd(server.serve({ transport: near, ...(auth && { auth }) }));
  return rawClient(new Wire(far));
}

export function rawClient(wire: Wire): RawClient {
  return {
    next: () => wire.next(),
    say: (message) => wire.say(message),
    settled: () => wire.settled(),
    ask: (id, method, params, capabilities = CAPABLE) => {
      wire.say(request(id, method, { ...params, _meta: metaWith({ capabilities }) }));
    },
  };
}

export function serverWith(options: TasksOptions = {}, report: (error: unknown) => void = () => undefined): Server {
  return withEnd(new Server({ name: 'jobs', version: '1.0.0' }, { extensions: [tasks(options)], onError: report }));
}

/** Returns a server whose running tasks end with the test, as when the last way of serving it closes. */
export function withEnd(server: Server): Server {
  onTestFinished(() => createHandler(server).close());
  return server;
}

/** The answer of a user who needs two minutes for it. */
export function answerLate(): Promise<{ action: 'accept'; content: { name: string } }> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ action: 'accept', content: { name: 'Ada' } }), 120_000);
  });
}

/** A store that does as another one, except for methods of its own. */
export function storeLike(store: MemoryTaskStore, own: Partial<TaskStore>): TaskStore {
  return {
    get: (id) => store.get(id),
    set: (record) => store.set(record),
    delete: (id) => store.delete(id),
    unfinished: () => store.unfinished(),
    ...own,
  };
}

export async function create(ask: Ask, name: string, args: object = {}): Promise<string> {
  const { result } = await ask('tools/call', { name, arguments: args });
  expect(result).toMatchObject({ resultType: 'task', status: 'working' });
  return result?.['taskId'] as string;
}

export async function until(ask: Ask, taskId: string, status: string): Promise<{ readonly [name: string]: unknown }> {
  return vi.waitFor(async () => {
    const { result } = await ask('tasks/get', { taskId });
    expect(result?.['status']).toBe(status);
    return result ?? {};
  }, 20_000);
}

/** The tasks of a server that has declared them. */
export function tasksOf(client: Client): ClientTasks {
  const own = client.extension(clientTasks);
  if (own === undefined) throw new Error('The server has not declared tasks');
  return own;
}
