/** Icons with URIs that clients must not use. */

import { Server } from '@mcp-gen/sdk';
import { testClient } from '@mcp-gen/sdk/testing';
import { type AnswerContext } from '@mcp-gen/sdk/client';
import { memoryPair, serve } from '@mcp-gen/runtime';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };
const safe = { src: 'https://example.com/icon.png', mimeType: 'image/png' };
const inline = { src: 'DATA:image/png;base64,AAAA' };

const UNSAFE = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' https://example.com/icon.png',
  'java\nscript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.com/icon.png',
  'ws://example.com/icon.png',
  'http://example.com/icon.png',
  'vscode://icon',
  'data:text/html,<script>alert(1)</script>',
  'data:,icon',
  'icon.png',
  '',
];

describe('a server', () => {
  test.each(UNSAFE)('does not offer an icon at %j', (src) => {
    const server = new Server(info);
    const icons = [safe, { src }];
    const handler = (): string => '';
    const message = (what: string): string =>
      `Invalid icon of ${what}: expected an https: or data:image/ URI as src, got ${JSON.stringify(src)}`;
    expect(() => new Server({ ...info, icons })).toThrow(new TypeError(message('the server')));
    expect(() => server.tool('a', { icons }, handler)).toThrow(message('the tool a'));
    expect(() => server.resource('a:b', { icons }, '')).toThrow(message('the resource a:b'));
    expect(() => server.resourceTemplate('a:{b}', { icons }, handler)).toThrow(message('the template a:{b}'));
    expect(() => server.prompt('a', { icons }, handler)).toThrow(message('the prompt a'));
    const tool = server.tool('b', { icons: [safe] }, handler);
    expect(() => tool.update({ icons })).toThrow(message('the tool b'));
  });

  test.each<[unknown, string]>([
    [safe, 'Invalid option "icons" for the tool a: expected an array, got an object'],
    [['https://example.com/icon.png'], 'Invalid icon of the tool a'],
    [[{ url: 'https://example.com/icon.png' }], 'got nothing'],
  ])('refuses %j as icons', (icons, message) => {
    const untyped = new Server(info) as unknown as { tool: (...given: unknown[]) => unknown };
    expect(() => untyped.tool('a', { icons }, () => '')).toThrow(message);
  });

  test('offers icons over https, and in data URIs', async () => {
    const icons = [safe, inline];
    const server = new Server({ ...info, icons });
    server.tool('a', { icons }, () => '');
    await using client = await testClient(server);
    expect((await client.tools().all())[0]?.icons).toEqual(icons);
    expect(client.server['icons' as never]).toEqual(icons);
  });
});

describe('a client', () => {
  /** Those that are URIs: the server of these tests sends nothing else. */
  const sent = UNSAFE.filter((src) => /^[a-z]+:[^\s<]+$/i.test(src)).map((src) => ({ src }));
  const icons = [safe, ...sent, inline];
  const unsafe = [{ src: 'javascript:alert(1)' }];

  /** A server that offers any icons, and a client of it. */
  async function open(serverInfo: object, asked?: (context: AnswerContext) => void) {
    const errors: unknown[] = [];
    const [near, far] = memoryPair();
    const handlers = {
      listTools: () => ({ tools: [{ name: 'a', icons, inputSchema: { type: 'object' } }] }),
      callTool: async (_: unknown, { ask }: { ask: (key: string, question: object) => Promise<unknown> }) => {
        await ask('roots', { method: 'roots/list', params: undefined });
        return { content: [] };
      },
      listResources: () => ({ resources: [{ uri: 'a:b', name: 'a', icons: unsafe }] }),
      listResourceTemplates: () => ({ resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'a', icons }] }),
      listPrompts: () => ({ prompts: [{ name: 'a', icons }, { name: 'b', icons: [safe] }, { name: 'c' }] }),
    };
    const { revision } = GENERATED['2025-11-25'];
    const onError = (error: unknown): void => void errors.push(error);
    const own = { ...info, ...serverInfo };
    untilEnd(serve(handlers, { serverInfo: own, revisions: [revision], transport: near, onError }));
    const consent = (_root: unknown, context: AnswerContext): boolean => {
      asked?.(context);
      return true;
    };
    const client = await connectUntilEnd(far, { onError, ...(asked && { roots: { list: ['.'], consent } }) });
    return { client, errors };
  }

  const reported = (errors: readonly unknown[]): readonly string[] => errors.map((error) => (error as Error).message);

  test('leaves out unsafe icons of whatever is listed, and reports them', async () => {
    covers('base-icons-schemes');
    const { client, errors } = await open({});
    const entries = [
      ...(await client.tools().all()),
      ...(await client.resourceTemplates().all()),
      ...(await client.prompts().all()),
    ];
    const both = [safe, inline];
    expect(entries.map((entry) => entry.icons)).toEqual([both, both, both, [safe], undefined]);
    expect(await client.resources().all()).toEqual([{ uri: 'a:b', name: 'a' }]);
    expect(reported(errors)).toHaveLength(3 * sent.length + unsafe.length);
    expect(reported(errors)[0]).toBe(
      'Left out an icon of "a": expected an https: or data:image/ URI, got "javascript:alert(1)"',
    );
  });

  test('leaves out unsafe icons of the server, and reports them once', async () => {
    covers('base-icons-schemes');
    const { client, errors } = await open({ icons });
    expect(client.server['icons' as never]).toEqual([safe, inline]);
    expect(client.server['icons' as never]).toEqual([safe, inline]);
    expect(reported(errors)).toHaveLength(sent.length);
  });

  test('describes the server without them to handlers of questions and to middleware', async () => {
    const shown: unknown[] = [];
    const { client } = await open({ icons }, ({ server }) => shown.push(server['icons' as never]));
    client.use((message, next) => {
      shown.push(message.server['icons' as never]);
      return next(message);
    });
    await client.callTool('a');
    // The call, the question, and the handler of the question.
    expect(shown).toEqual(Array(3).fill([safe, inline]));
  });
});
