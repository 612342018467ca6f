/** The live example of the home page finds the line of each fault in the text as it was typed. */

import { expect, test } from 'vitest';
import { checkCurrent } from '../../site/home/checkCurrent.js';
import { checkText, MAXIMUM_FAULTS, type Checked, type Fault, type Verdict } from '../../site/home/checkText.js';
import { LIVE_EXAMPLES, markedLines, textOf, verdictItems } from '../../site/home/live.js';
import { toHtml } from '../../site/home/tree.js';

async function verdictsOf(text: string): Promise<readonly Verdict[]> {
  const checked = await checkText(text);
  if (checked.status !== 'checked') throw new Error(checked.status);
  return checked.verdicts;
}

test('the example that is shown first has different faults in the revisions', async () => {
  const [first] = LIVE_EXAMPLES;
  if (!first) throw new Error('The page has no example');
  const text = textOf(first);
  const verdicts = await verdictsOf(text);
  const lineOf = (part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;
  expect(verdicts.map(({ revision, faults }) => [revision, faults[0]?.line])).toEqual([
    ['2024-11-05', lineOf('"method"')],
    ['2025-03-26', lineOf('"method"')],
    ['2025-06-18', lineOf('"days"')],
    ['2025-11-25', undefined],
    ['2026-07-28', lineOf('"method"')],
  ]);
});

test('a fault is found in its line, however the text is laid out, and what is missing in the line of its object', async () => {
  const text = '{ "jsonrpc": "2.0", "id": 1,\n\n"method": "tools/call", "params":\n{ "name":\n1 } }';
  const [first] = await verdictsOf(text);
  expect(first?.faults).toMatchObject([{ pointer: '/params/name', line: 5 }]);
  const newest = (await verdictsOf(text)).at(-1);
  expect(newest?.faults).toContainEqual(expect.objectContaining({ pointer: '/params/_meta', line: 4 }));
  const batch =
    '[\n{ "jsonrpc": "2.0", "id": 1, "method": "ping" },\n{ "jsonrpc": "2.0", "id": 1, "method": "a~b/c" }]';
  expect((await verdictsOf(batch))[1]?.faults).toMatchObject([{ pointer: '/1/method', line: 3 }]);
  const twice = '{ "jsonrpc": "2.0", "id": 1, "method": "ping",\n"method": "none" }';
  expect((await verdictsOf(twice))[0]?.faults).toMatchObject([{ pointer: '/method', line: 2 }]);
});

test('lines with a fault are marked, and no text is read as HTML', async () => {
  const text = '{ "jsonrpc": "2.0", "id": 1,\n"method": "<img src=x>" }';
  const checked = await checkText(text);
  const html = toHtml([...markedLines(text, checked), ...verdictItems(checked)]);
  expect(html).toContain('<mark>&quot;method&quot;: &quot;&lt;img src=x&gt;&quot; }\n</mark>');
  expect(html).not.toContain('<img');
});

test('a batch with thousands of faults is checked as fast as a message, and only the first faults have lines', async () => {
  const text = `[${'{ "jsonrpc": "2.0" },\n'.repeat(40_000)}{}]`;
  expect(text.length).toBeGreaterThan(800_000);
  const verdicts = await verdictsOf(text);
  const batching = verdicts.find(({ revision }) => revision === '2025-03-26');
  expect(batching?.count).toBe(40_001);
  expect(batching?.faults.map(({ line }) => line)).toEqual(Array.from({ length: MAXIMUM_FAULTS }, (_, at) => at + 1));
  const marked = markedLines(text, { status: 'checked', verdicts });
  expect(marked).toHaveLength(MAXIMUM_FAULTS + 1);
  expect(toHtml(marked).split('\n')).toHaveLength(40_002);
});

test('more faults are counted, unless the validators have stopped at the tenth', () => {
  const fault: Fault = { pointer: '/a', line: 1, expected: 'x', actual: 'y' };
  const textFor = (count: number): string => {
    const faults = Array.from({ length: Math.min(count, MAXIMUM_FAULTS) }, () => fault);
    return toHtml(verdictItems({ status: 'checked', verdicts: [{ revision: '1', faults, count }] }));
  };
  expect(textFor(1)).toContain('found y</p>');
  expect(textFor(3)).toContain('found y, and 2 more</p>');
  for (const count of [10, 200]) expect(textFor(count)).toContain('found y, and more</p>');
});

test('a result or a failure is shown for the text that it belongs to, and not for another', async () => {
  let text = 'old';
  const fails = (): Promise<Checked> => Promise.reject(new Error('not loaded'));
  const changes = (check: () => Promise<Checked>) => (): Promise<Checked> => {
    text = 'new';
    return check();
  };
  const succeeds = (): Promise<Checked> => Promise.resolve({ status: 'empty' });
  for (const check of [fails, succeeds]) {
    text = 'old';
    expect(await checkCurrent(() => text, changes(check))).toBeUndefined();
    expect(await checkCurrent(() => text, check)).toMatchObject({ text: 'new' });
  }
  const shown = await checkCurrent(() => text, fails);
  expect(toHtml(shown?.items ?? [])).toContain('The check failed: not loaded');
});

test('text that is not JSON, and none, are explained', () => {
  const invalid: Checked = { status: 'invalid', reason: 'x', line: 2 };
  expect(toHtml(verdictItems(invalid))).toContain('not JSON (line 2): x');
  expect(toHtml(markedLines('a\nb', invalid))).toBe('<span>a\n</span><mark>b\n</mark>');
  const deep: Checked = { status: 'too large', maximum: 100, unit: 'levels' };
  expect(toHtml(verdictItems(deep))).toContain('more than 100 levels');
  expect(toHtml(verdictItems({ status: 'empty' }))).toContain('Type a JSON-RPC message');
});
