/** What a test opens, closed when the test is over: the last first. */

import { connect, type Client, type ClientOptions, type Model, type Target } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { testClient } from '@mcp-gen/sdk/testing';
import { onTestFinished } from 'vitest';

/** Closes something when the test is over. Returns it. */
export function untilEnd<Opened extends { readonly close: () => unknown }>(opened: Opened): Opened {
  onTestFinished(async () => void (await opened.close()));
  return opened;
}

/** Connects a client, until the test is over. */
export async function connectUntilEnd<Choice extends Model = Model>(
  target: Target,
  options?: ClientOptions<Choice>,
): Promise<Client> {
  return untilEnd(await connect(target, options));
}

/** Connects a client to a server in this process, until the test is over. */
export async function testClientUntilEnd(...given: Parameters<typeof testClient>): Promise<Client> {
  return untilEnd(await testClient(...given));
}

/** Serves over HTTP on a free port, until the test is over. */
export async function serveUntilEnd(...[server, options]: Parameters<typeof serveHttp>): ReturnType<typeof serveHttp> {
  return untilEnd(await serveHttp(server, { port: 0, ...options }));
}
