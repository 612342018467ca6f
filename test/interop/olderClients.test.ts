/** Clients on versions of the official package whose own revision is an older one, as processes: at our server, and at our bridge. */

import { fileURLToPath } from 'node:url';
import { serveHttp as serveHandlers } from '@mcp-gen/runtime/http/server';
import type { ConnectedClient } from '@mcp-gen/sdk';
import { bridge } from '@mcp-gen/sdk/bridge';
import { serveHttp, type HttpService } from '@mcp-gen/sdk/http';
import { inProcess } from '@mcp-gen/sdk/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { COUNTERPARTS_MISSING, OLDER_SDKS, olderProgram, type OlderSdk } from '../support/counterparts.js';
import { everyFeature } from '../support/everyFeature.mjs';
import { leaveOut } from '../support/omissions.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const BRIDGE = fileURLToPath(new URL('../../bridge/dist/bin.js', import.meta.url));
const EVERY = fileURLToPath(new URL('../support/everyFeature.mjs', import.meta.url));

const LISTENING = { port: 0, shutdownTimeout: 100 };

const urlAt = (path: string, { url }: { readonly url: string }): string => url.replace('/mcp', `/${path}`);

/** A server that ends when a client calls its tool `end`. */
async function serveUntilAsked(): Promise<HttpService> {
  const server = everyFeature();
  const service = await serveHttp(server, LISTENING);
  server.tool('end', {}, () => (void service.close(), 'ending'));
  return service;
}

const program = (...args: readonly string[]): object => ({ command: process.execPath, args });

/** The content that a client of a revision gets for a text, a sound, and a link. */
const CONTENT: { readonly [revision: string]: readonly string[] } = {
  '2024-11-05': ['All', 'resource', 'a: text://a'],
  '2025-03-26': ['All', 'audio', 'a: text://a'],
  '2025-06-18': ['All', 'audio', 'resource_link'],
  '2025-11-25': ['All', 'audio', 'resource_link'],
};

const TOOLS = ['echo', 'show', 'elicit', 'sample', 'roots', 'progress', 'log', 'wait', 'stopped', 'change'];

/** The answers of our server in the revision of the client. */
function answersTo({ revision, instructs = true }: OlderSdk): { readonly [about: string]: unknown } {
  return {
    revision,
    server: 'every',
    ...(instructs && { instructions: 'Use it' }),
    ping: {},
    tools: TOOLS,
    echo: 'hello',
    'a wrong argument': revision < '2025-11-25' ? -32602 : [expect.stringContaining('Invalid arguments')],
    'an unknown tool': -32602,
    content: CONTENT[revision],
    resources: ['text://a', 'text://{name}', 'template b'],
    'a missing resource': -32002,
    prompts: ['greet', 'Greet Ada'],
    completion: ['ada'],
    'progress and cancellation': [[{ progress: 1 }], true, 'stopped'],
    logging: ['large', false],
    elicitation: revision < '2025-06-18' ? [`Revision ${revision} does not have elicitation/create`] : 'Ada',
    sampling: 'Sunny',
    roots: '0',
    changes: ['text://a', 'notifications/tools/list_changed'],
    errors: [],
  };
}

/** What differs if the server speaks the newest revision, and a bridge converts. */
function answersThroughBridge(client: OlderSdk): object {
  return {
    ...answersTo(client),
    'a wrong argument': [expect.stringContaining('Invalid arguments')],
    ...(client.revision < '2025-06-18' && { elicitation: -32600 }),
  };
}

/** The same if the server is on another version of the official package. */
function answersOfOlder(client: OlderSdk, server: OlderSdk): object {
  const [isOld, isNew] = [server.revision < '2025-06-18', server.revision > '2025-06-18'];
  return {
    ...answersTo(client),
    ...(server.instructs === false && { instructions: undefined }),
    tools: [...TOOLS.filter((name) => name !== 'show').slice(0, -1), 'pid', 'exit', 'change'],
    'a wrong argument': isNew ? [expect.stringContaining('Invalid arguments')] : -32602,
    'an unknown tool': isNew ? [expect.stringContaining('Tool unknown not found')] : -32602,
    content: isNew ? [expect.stringContaining('Tool show not found')] : -32602,
    'a missing resource': server.resourceNotFound ?? -32002,
    ...((client.revision < '2025-06-18' || isOld) && { elicitation: [expect.stringContaining('elicitation')] }),
  };
}

if (COUNTERPARTS_MISSING !== undefined)
  leaveOut('clients on older versions of the official package', COUNTERPARTS_MISSING);
else {
  describe.each(OLDER_SDKS.map((sdk, at) => ({ ...sdk, at })))('a client on $name', ({ at, ...sdk }) => {
    // An older or a newer one than the client's.
    const behind = OLDER_SDKS[(at + 2) % OLDER_SDKS.length] ?? expect.unreachable();
    const streamable = sdk.http.filter((path) => path !== 'sse');
    const clients: ConnectedClient[] = [];
    let answers: { readonly [target: string]: unknown };

    beforeAll(async () => {
      const direct = await serveHttp(
        everyFeature(undefined, (client) => void clients.push(client)),
        LISTENING,
      );
      const between = bridge(inProcess(everyFeature(['2026-07-28'])), { onError: () => undefined });
      const bridged = await serveHandlers(between.handlers, { ...between.options, ...LISTENING });
      const endings = await Promise.all(streamable.map(async (path) => [path, await serveUntilAsked()] as const));
      const targets = {
        stdio: program(EVERY),
        'stdio, ended': { ...program(EVERY), ends: true },
        ...Object.fromEntries(
          endings.map(([path, service]) => [`${path}, ended`, { [path]: urlAt(path, service), ends: true }]),
        ),
        'stdio, bridged': program(BRIDGE, '--', process.execPath, ...olderProgram('server', behind)),
        ...Object.fromEntries(
          sdk.http.flatMap((path) => [
            [path, { [path]: urlAt(path, direct) }],
            [`${path}, bridged`, { [path]: urlAt(path, bridged) }],
          ]),
        ),
      };
      const args = [...olderProgram('client', sdk), JSON.stringify(targets)];
      const { code, stdout, stderr } = await runProgram(ROOT, process.execPath, args);
      expect(code, stderr).toBe(0);
      answers = JSON.parse(stdout) as typeof answers;
      await Promise.all(clients.map(({ closed }) => closed));
      await Promise.all(
        [...endings.map(([, service]) => service), direct, bridged, between].map((service) => service.close()),
      );
    });

    test('has all features at our server over stdio, and its program ends', () => {
      // The older ones end the program instead of waiting for its end.
      const exit = sdk.revision < '2025-11-25' ? [null, 'SIGTERM'] : [0, null];
      expect(answers['stdio']).toEqual({ ...answersTo(sdk), exit });
    });

    test.each(sdk.http)('has all features at our server over HTTP at /%s', (path) => {
      expect(answers[path]).toEqual(answersTo(sdk));
    });

    test('ends its sessions', () => {
      expect(clients.map(({ info, revision }) => [info.name, revision])).toEqual(
        sdk.http.map(() => ['older', sdk.revision]),
      );
    });

    test.each(sdk.http)(
      'has all features over HTTP at /%s at a server without sessions, through our bridge',
      (path) => {
        expect(answers[`${path}, bridged`]).toEqual(answersThroughBridge(sdk));
      },
    );

    test(`has all features at a server on ${behind.name}, through our bridge`, () => {
      expect(answers['stdio, bridged']).toEqual({ ...answersOfOlder(sdk, behind), exit: [0, null] });
    });

    test('is told at once that the program of its server has ended', () => {
      expect(answers['stdio, ended']).toContain('Connection closed');
    });

    // With the older transport, it waits for its timeout.
    test.each(streamable)('is told at once that its server over HTTP at /%s has ended', (path) => {
      expect(answers[`${path}, ended`]).toContain('The server process that ran the request has stopped');
    });
  });
}
