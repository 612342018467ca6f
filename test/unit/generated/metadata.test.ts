/** The keys of `_meta` have the form that the specification gives them before they leave, and any when they arrive. */

import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { replaceAt } from './messages.js';
import { converse } from './converse.js';

const WITHOUT_FORM = ['2024-11-05', '2025-03-26'] as const;
const WITH_FORM = ['2025-06-18', '2025-11-25'] as const;

const KEYS = {
  'base-meta-prefix': {
    good: ['name', 'progressToken', 'traceparent', 'example/name', 'com.example/name', 'io.modelcontextprotocol/x'],
    bad: ['/name', 'a/b/name', 'com example/name', 'com_example/name', 'com..example/name', '.com/name', 'com./name'],
  },
  'base-meta-label': {
    good: ['a/name', 'a1/name', 'com.my-company2/name', 'A.B/name', 'a--b/name'],
    bad: ['1a/name', '-a/name', 'a-/name', 'com.1/name', 'com.a-/name', 'a-.b/name', 'ä/name', 'com.example\n/name'],
  },
  'base-meta-name': {
    good: ['', 'com.example/', 'a', '1', 'a.b_c-d', 'com.example/v1.2', 'a..b'],
    bad: ['-a', 'a-', '_a', 'a_', '.a', 'a.', 'a b', 'ä', 'a:b', 'com.example/-', 'com.example/a b', 'name\n', '\n'],
  },
} as const;

const rules = Object.entries(KEYS) as [keyof typeof KEYS, (typeof KEYS)[keyof typeof KEYS]][];
const cases = rules.flatMap(([id, { good, bad }]) => [
  ...good.map((key) => ({ id, key, fits: true })),
  ...bad.map((key) => ({ id, key, fits: false })),
]);

describe.each(WITH_FORM)('in %s', (revision) => {
  test.each(cases)('the key $key is sent: $fits ($id)', async ({ id, key, fits }) => {
    covers(id);
    const _meta = { [key]: 1 };
    const heard = vi.fn(() => ({ content: [] }));
    const session = await converse(revision, { callTool: heard, listTools: () => ({ tools: [], _meta }) });

    const asked = session.request('tools/call', { name: 'a', _meta });
    if (fits) await expect(asked).resolves.toEqual({ content: [] });
    else await expect(asked).rejects.toMatchObject({ name: 'InvalidMessageError', issues: [{ pointer: '/_meta' }] });
    expect(heard).toHaveBeenCalledTimes(fits ? 1 : 0);

    const listed = session.request('tools/list');
    if (fits) await expect(listed).resolves.toEqual({ tools: [], _meta });
    else await expect(listed).rejects.toMatchObject({ code: -32603 });
  });

  test('a notification keeps to it, too', async () => {
    const session = await converse(revision, {}, {}, { roots: { listChanged: true } });
    await session.notify('notifications/roots/list_changed', { _meta: { a: 1 } });
    await expect(session.notify('notifications/roots/list_changed', { _meta: { '-': 1 } })).rejects.toThrow('"-"');
  });
});

const text = { type: 'text', text: '', _meta: {} };
const image = { type: 'image', data: '', mimeType: 'image/png', _meta: {} };
const contents = { uri: 'file:///a', text: '', _meta: {} };
const embedded = { type: 'resource', resource: contents, _meta: {} };
const named = { name: 'a', _meta: {} };
const tool = { ...named, inputSchema: { type: 'object' } };

const nested: [method: string, result: object, places: string[]][] = [
  ['tools/list', { tools: [tool, tool] }, ['/tools/0', '/tools/1']],
  ['prompts/list', { prompts: [named] }, ['/prompts/0']],
  ['resources/list', { resources: [{ ...named, uri: 'file:///a' }] }, ['/resources/0']],
  ['resources/templates/list', { resourceTemplates: [{ ...named, uriTemplate: 'a' }] }, ['/resourceTemplates/0']],
  ['resources/read', { contents: [contents, { uri: 'a:b', blob: '', _meta: {} }] }, ['/contents/0', '/contents/1']],
  [
    'tools/call',
    { content: [text, image, embedded] },
    ['/content/0', '/content/1', '/content/2', '/content/2/resource'],
  ],
  [
    'prompts/get',
    {
      messages: [
        { role: 'user', content: text },
        { role: 'user', content: embedded },
      ],
    },
    ['/messages/0/content', '/messages/1/content/resource'],
  ],
];

describe.each(WITH_FORM)('what is in a result of %s', (revision) => {
  test.each(nested)('%s', (method, result, places) => {
    const { checkResult } = GENERATED[revision].revision.server.requests[method] ?? {};
    expect(checkResult?.(result as never)).toBeUndefined();
    for (const place of places) {
      const bad = replaceAt(result, `${place}/_meta`, { ' ': 1 });
      expect(checkResult?.(bad as never)).toMatchObject({
        pointer: `${place}/_meta`,
        expected: 'keys such as name or example.com/name',
        actual: '" "',
      });
    }
  });
});

test('data of users that are called _meta are their own', async () => {
  const _meta = { 'any key': { '/': 1 } };
  const result = { content: [], structuredContent: { _meta } };
  const session = await converse('2025-11-25', { callTool: () => result });
  expect(await session.request('tools/call', { name: 'a', arguments: { _meta } })).toEqual(result);
});

test.each(REVISION_IDS)('any key is taken in %s', (revision) => {
  const { isTool } = GENERATED[revision];
  expect(isTool({ ...tool, _meta: { ' / ': 1 } })).toBe(true);
});

test.each(WITHOUT_FORM)('%s says nothing of keys', async (revision) => {
  const _meta = { ' / ': 1 };
  const session = await converse(revision, { listTools: () => ({ tools: [], _meta }) });
  expect(await session.request('tools/list', { _meta })).toEqual({ tools: [], _meta });
});

test('a long key takes no time worth speaking of', () => {
  const { checkTool } = GENERATED['2025-11-25'];
  const started = performance.now();
  for (const key of ['a', '-', '.', 'a.', 'a-', '/'].map((part) => `${part.repeat(1_000_000)} `)) {
    expect(checkTool({ ...tool, inputSchema: { type: 'object' }, _meta: { [key]: 1 } })).toBeDefined();
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});
