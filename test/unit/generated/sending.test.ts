/** What guards leave open is found by checks before sending, at the right place: formats, and rules for senders alone. */

import * as v20241105 from '@mcp-gen/protocol/2024-11-05';
import * as v20250326 from '@mcp-gen/protocol/2025-03-26';
import { describe, expect, test } from 'vitest';
import { GENERATED } from '../../support/generated.js';
import { CONTENT, replaceAt } from './messages.js';
import { covers } from '../../support/covers.js';

const good = {
  tool: { content: [CONTENT.text, CONTENT.image, CONTENT.textResource, CONTENT.blobResource] },
  read: {
    contents: [
      { uri: 'file:///a', text: '' },
      { uri: 'file:///b', blob: 'aGk=' },
    ],
  },
  prompt: {
    messages: [
      { role: 'user', content: CONTENT.text },
      { role: 'user', content: CONTENT.image },
    ],
  },
  resources: {
    resources: [
      { uri: 'file:///a', name: 'a' },
      { uri: 'file:///b', name: 'b' },
    ],
  },
  templates: { resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 'a' }] },
  roots: { roots: [{ uri: 'file:///a' }] },
  sampling: { messages: [{ role: 'user', content: CONTENT.image }], maxTokens: 1 },
} as const;

describe.each([v20241105, v20250326])('revision $revision.id', ({ revision: { server, client } }) => {
  const { requests } = server;
  const tool = requests['tools/call'];
  const read = requests['resources/read'];
  const places = [
    ['an image of a tool', tool?.checkResult, tool?.result, good.tool, '/content/1/data', 'byte'],
    ['a resource of a tool', tool?.checkResult, tool?.result, good.tool, '/content/2/resource/uri', 'uri'],
    ['a binary resource of a tool', tool?.checkResult, tool?.result, good.tool, '/content/3/resource/blob', 'byte'],
    ['contents', read?.checkResult, read?.result, good.read, '/contents/0/uri', 'uri'],
    ['binary contents', read?.checkResult, read?.result, good.read, '/contents/1/blob', 'byte'],
    [
      'a prompt',
      requests['prompts/get']?.checkResult,
      requests['prompts/get']?.result,
      good.prompt,
      '/messages/1/content/data',
      'byte',
    ],
    [
      'a list of resources',
      requests['resources/list']?.checkResult,
      requests['resources/list']?.result,
      good.resources,
      '/resources/1/uri',
      'uri',
    ],
    [
      'a list of templates',
      requests['resources/templates/list']?.checkResult,
      requests['resources/templates/list']?.result,
      good.templates,
      '/resourceTemplates/0/uriTemplate',
      'uri-template',
    ],
    [
      'roots',
      client.requests['roots/list']?.checkResult,
      client.requests['roots/list']?.result,
      good.roots,
      '/roots/0/uri',
      'file-uri',
    ],
    [
      'sampling',
      client.requests['sampling/createMessage']?.checkParams,
      client.requests['sampling/createMessage']?.params,
      good.sampling,
      '/messages/0/content/data',
      'byte',
    ],
    [
      'an update',
      client.notifications['notifications/resources/updated']?.checkParams,
      client.notifications['notifications/resources/updated']?.params,
      { uri: 'file:///a' },
      '/uri',
      'uri',
    ],
  ] as const;

  test.each(places)('%s', (_, check, guard, value, pointer, format) => {
    covers('prompts-image', 'resources-binary');
    expect(check?.(value as never)).toBeUndefined();
    const bad = replaceAt(value, pointer, 'not {one');
    expect(guard?.(bad)).toBe(true);
    expect(check?.(bad as never)).toEqual(problem(pointer, format, 'not {one'));
  });

  test('a completion has at most a hundred values when it is sent, and any number when it is received', () => {
    const complete = requests['completion/complete'];
    const withValues = (length: number) => ({ completion: { values: Array.from({ length }, () => 'value') } });
    expect([100, 101].map((length) => complete?.result(withValues(length)))).toEqual([true, true]);
    expect(complete?.checkResult?.(withValues(100) as never)).toBeUndefined();
    expect(complete?.checkResult?.(withValues(101) as never)).toMatchObject({
      pointer: '/completion/values',
      message: '/completion/values: expected at most 100 items, got 101',
    });
  });

  test('messages without rules for senders have no check', () => {
    expect(tool).not.toHaveProperty('checkParams');
    expect(requests['tools/list']).not.toHaveProperty('checkResult');
  });
});

test('audio of a tool', () => {
  const value = { content: [{ ...CONTENT.audio, data: '?' }] };
  expect(v20250326.checkCallToolResult(value)).toEqual(problem('/content/0/data', 'byte', '?'));
});

describe('base64', () => {
  test.each([
    ['', true],
    ['aGk=', true],
    ['aA==', true],
    ['+/+/', true],
    ['aGk', false],
    ['aGk=aGk=', false],
    ['a===', false],
    ['====', false],
    ['-_-_', false],
    ['aG k', false],
    ['aGk=\n', false],
  ])('%j: %s', (data, valid) => {
    expect(v20250326.checkImageContent({ ...CONTENT.image, data })).toEqual(
      valid ? undefined : problem('/data', 'byte', data),
    );
  });

  test.each([
    ['good', 'A'.repeat(50_000_000), undefined],
    ['bad at its end', `${'A'.repeat(49_999_999)}?`, problem('/data', 'byte', `${'A'.repeat(80)}...`)],
    ['all padding', '='.repeat(50_000_000), problem('/data', 'byte', `${'='.repeat(80)}...`)],
  ])('50 MB, %s', (_, data, want) => {
    const content = { ...CONTENT.image, data };
    expect(v20250326.isImageContent(content)).toBe(true);
    expect(v20250326.checkImageContent(content)).toEqual(want);
  });
});

test.each([
  ['https://example.org/a?b#c', true],
  ['file:///home/a%20b', true],
  ['urn:isbn:0451450523', true],
  ['custom+scheme:x', true],
  ['', false],
  ['relative/path', false],
  ['/absolute/path', false],
  ['1a:b', false],
  ['file:///a b', false],
  ['file:///%zz', false],
  ['file:///ä', false],
  ['file:///{path}', false],
])('the address %j: %s', (uri, valid) => {
  expect(v20250326.checkResource({ uri, name: 'a' })).toEqual(valid ? undefined : problem('/uri', 'uri', uri));
});

test.each([
  ['file:///home/a%20b', true],
  ['file://host/share', true],
  ['file:///a b', false],
  ['file:a', false],
  ['https://example.org/', false],
  ['/home', false],
])('the root %j: %s', (uri, valid) => {
  covers('roots-file');
  for (const { checkRoot } of Object.values(GENERATED)) {
    expect(checkRoot({ uri })).toEqual(valid ? undefined : problem('/uri', 'file-uri', uri));
  }
});

test.each([
  ['2025-11-25T10:30:00Z', true],
  ['2025-11-25t10:30:00.123456+02:00', true],
  ['2025-11-25', false],
  ['2025-11-25T10:30:00', false],
  ['2025-13-25T10:30:00Z', false],
  ['2025-11-25T10:30:00+99:00', false],
  ['Tue, 25 Nov 2025 10:30:00 GMT', false],
  ['1764066600000', false],
])('the time %j of a task: %s', (time, valid) => {
  covers('tasks-created-at', 'tasks-updated-at');
  const { checkParams } = GENERATED['2025-11-25'].revision.client.notifications['notifications/tasks/status'] ?? {};
  const task = { taskId: '1', status: 'working', createdAt: '2025-11-25T10:30:00Z', ttl: null } as const;
  for (const name of ['createdAt', 'lastUpdatedAt']) {
    const told = { lastUpdatedAt: task.createdAt, ...task, [name]: time };
    expect(checkParams?.(told as never)).toEqual(valid ? undefined : problem(`/${name}`, 'date-time', time));
  }
});

test.each([
  ['file:///{path}', true],
  ['file:///{+path,other*}{?q:3}', true],
  ['no expression', false],
  ['no-expression', true],
  ['{', false],
  ['}', false],
  ['{}', false],
  ['{a{b}}', false],
  ['{a b}', false],
])('the template %j: %s', (uriTemplate, valid) => {
  const want = valid ? undefined : problem('/uriTemplate', 'uri-template', uriTemplate);
  expect(v20250326.checkResourceTemplate({ uriTemplate, name: 'a' })).toEqual(want);
});

/** What a check says of a text that does not have its format. */
function problem(pointer: string, format: string, text: string): object {
  const [expected, actual] = [`string in the format ${format}`, JSON.stringify(text)];
  return { pointer, expected, actual, message: `${pointer}: expected ${expected}, got ${actual}` };
}
