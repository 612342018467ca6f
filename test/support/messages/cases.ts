/** Errors that users of the packages meet, each provoked through the public API. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@mcp-gen/sdk';
import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { createMockServer, testClient, type MockAnswer } from '@mcp-gen/sdk/testing';
import { onTestFinished } from 'vitest';

/** What provokes an error, by a title: it throws the error, rejects with it, or returns it. */
export type Cases = { readonly [title: string]: () => unknown };

/** Returns the error that a case provokes. */
export async function errorOf(title: string, provoke: () => unknown): Promise<Error> {
  const outcome: unknown = await Promise.resolve()
    .then(provoke)
    .catch((error: unknown) => error);
  if (outcome instanceof Error) return outcome;
  throw new Error(`Expected an error of "${title}", got ${String(outcome)}`);
}

/** An error as the golden file shows it: its class, its code if there is one, and the message. */
export function shownError(error: Error): string {
  const { code } = error as { readonly code?: string | number };
  return `${error.constructor.name}${code === undefined ? '' : ` ${code}`}\n${error.message}\n`;
}

export const info = { name: 'weather', version: '1.0.0' };

/** Returns a client of a server in this process. */
export async function clientOf(server: Server, options?: Parameters<typeof testClient>[1]): Promise<Client> {
  const client = await testClient(server, options);
  onTestFinished(() => client.close());
  return client;
}

/** Returns a client of a server with fixed answers. */
export async function mockClient(
  answers: { readonly [method: string]: MockAnswer },
  options?: ClientOptions,
): Promise<Client> {
  const client = await connect(createMockServer(answers).target, { onError: () => undefined, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool whose handler is `handler`, and returns the errors that the server reports. */
export async function reportedBy(handler: () => unknown, options: object = {}): Promise<Error> {
  const reported: unknown[] = [];
  const server = new Server(info, { ...options, onError: (error) => reported.push(error) });
  server.tool('forecast', {}, handler as () => string);
  const client = await clientOf(server);
  await client.callTool('forecast');
  return reported[0] as Error;
}

/** Waits for a value. */
export async function until<Value>(read: () => Value | undefined): Promise<Value> {
  for (let waited = 0; waited < 20_000; waited += 5) {
    const value = read();
    if (value !== undefined) return value;
    await sleep(5);
  }
  throw new Error('Timed out');
}
