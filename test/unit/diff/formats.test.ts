/** The forms of a report, and what hostile schemas can do to them: nothing. */

import { describe, expect, test } from 'vitest';
import { readAllowance } from '../../../generator/diff/allowances.js';
import { compareProtocols } from '../../../generator/diff/compareProtocols.js';
import { formatHtml } from '../../../generator/diff/formatHtml.js';
import { formatMarkdown } from '../../../generator/diff/formatMarkdown.js';
import { formatText } from '../../../generator/diff/formatText.js';
import { compare, exchange, protocolOf } from './exchange.js';

const report = compare(exchange({ result: 'a: string' }), exchange({ params: 'b: string', result: "a: 'x' | 'y'" }));

test('text', () => {
  expect(formatText(report).split('\n')).toEqual([
    'was.ts → is.ts',
    '2 breaking, 0 compatible.',
    'Old clients and servers read messages of newer peers. New ones read messages of older peers.',
    '',
    'Methods',
    '  ask: request of the client',
    '!   ~ params: AskParams (breaks new servers)',
    '!   ~ result: AskResult (breaks new clients)',
    '',
    'Definitions',
    '  AskParams',
    '!   + b: string (breaks new servers) [required-field-added]',
    '  AskResult',
    '!   ~ a: string → "x" | "y", narrower (breaks new clients) [type-narrowed]',
    '',
    'Why it breaks',
    '  required-field-added: An older sender omits a field that a newer reader requires.',
    '  type-narrowed: An older sender may send values that a newer reader rejects.',
  ]);
});

test('markdown', () => {
  const lines = formatMarkdown(report).split('\n');
  expect(lines).toContain('| `AskParams` | `+ b: string` | required-field-added | **new servers** |');
  expect(lines).toContain('| `AskResult` | `~ a: string → "x" \\| "y", narrower` | type-narrowed | **new clients** |');
});

test('html: what breaks is marked for the filter, which is plain CSS', () => {
  const page = formatHtml(report);
  expect(page).toContain(
    '<li class="breaking"><code>+ b: string</code> <strong>breaks new servers</strong> <small>required-field-added</small></li>',
  );
  expect(page).toContain('body:has(#breaking:checked) .compatible:not(.breaking)');
  expect(page).not.toMatch(/<script|https?:|url\(|@import/);
});

test('a change that breaks nobody has no emphasis', () => {
  const compatible = compare(exchange({ result: 'a: string' }), exchange({ result: 'a: string; c?: string' }));
  expect(formatMarkdown(compatible).split('\n')).toContain(
    '| `AskResult` | `+ c?: string` | optional-field-added |  |',
  );
  expect(formatText(compatible)).toContain('    + c?: string [optional-field-added]');
  expect(formatHtml(compatible)).toContain(
    '<li class="compatible"><code>+ c?: string</code> <small>optional-field-added</small></li>',
  );
  for (const text of [formatMarkdown(compatible), formatHtml(compatible)])
    expect(text).not.toMatch(/\* *\*\*|<strong>/);
});

describe('for one side', () => {
  const was = exchange({ result: 'a: string' });
  const is = exchange({ params: 'b: string', result: "a: 'x' | 'y'; c?: string" });
  const forClient = compareProtocols(
    { name: 'was.ts', protocol: was },
    { name: 'is.ts', protocol: is },
    { side: 'client' },
  );

  test('text: what breaks, and what to do', () => {
    expect(formatText(forClient).split('\n')).toEqual([
      'was.ts → is.ts, for clients',
      '1 breaking, each with what to do.',
      'Old clients and servers read messages of newer peers. New ones read messages of older peers.',
      '',
      'Definitions',
      '  AskParams',
      '!   + b: string (breaks new servers) [required-field-added]',
      '      → Always send the field.',
      '',
      'Why it breaks',
      '  required-field-added: An older sender omits a field that a newer reader requires.',
    ]);
  });

  test('markdown', () => {
    expect(formatMarkdown(forClient).split('\n').slice(6, 9)).toEqual([
      '| what | change | rule | breaks | what to do |',
      '| --- | --- | --- | --- | --- |',
      '| `AskParams` | `+ b: string` | required-field-added | **new servers** | Always send the field. |',
    ]);
  });

  test('html', () => {
    expect(formatHtml(forClient)).toContain('<small>required-field-added</small><p>Always send the field.</p></li>');
    expect(formatHtml(forClient)).not.toContain('<fieldset');
  });

  test('html: code of an advice is code', () => {
    const advice = [{ side: 'client', todo: 'Send `<b>` & no more.', source: '2026-07-28/basic' }] as const;
    const [group] = forClient.definitions;
    const changes = group?.changes.map((change) => ({ ...change, advice })) ?? [];
    expect(formatHtml({ ...forClient, definitions: [{ definitions: ['A'], changes }] })).toContain(
      '<p>Send <code>&lt;b&gt;</code> &amp; no more. <small>2026-07-28/basic</small></p>',
    );
  });

  test('nothing to do', () => {
    const nothing = compareProtocols({ name: 'a', protocol: was }, { name: 'b', protocol: was }, { side: 'server' });
    expect(formatText(nothing)).toBe('a → b, for servers\nNothing to do for servers.');
  });
});

test('what is allowed is marked, and an allowance without a change is reported', () => {
  const allow = ['required-field-added@AskParams', 'era-changed@|x'].flatMap((text) => readAllowance(text) ?? []);
  const was = { name: 'was.ts', protocol: exchange({ result: 'a: string' }) };
  const is = { name: 'is.ts', protocol: exchange({ params: 'b: string', result: 'a: 1' }) };
  const allowed = compareProtocols(was, is, { allow });
  const text = formatText(allowed).split('\n');
  expect(text.slice(1, 3)).toEqual([
    '2 breaking (1 allowed), 0 compatible.',
    'Allowed, but not found: era-changed@|x.',
  ]);
  expect(text).toContain('!   + b: string (breaks new servers, allowed) [required-field-added]');
  expect(formatMarkdown(allowed)).toContain('0 compatible. `Allowed, but not found: era-changed@\\|x.`');
  expect(formatHtml(allowed)).toContain('Allowed, but not found: era-changed@|x.');
});

test.each([
  [['old client', 'old server'], 'old clients and servers'],
  [['old client', 'new client'], 'old and new clients'],
  [['old client', 'new client', 'old server', 'new server'], 'everyone'],
] as const)('%j: %s', (breaks, words) => {
  const change = { rule: 'renamed', path: '', breaks } as const;
  expect(formatText({ ...report, protocol: [change] })).toContain(`(breaks ${words})`);
});

test('no difference', () => {
  const same = compare(exchange({}), exchange({}));
  expect(formatText(same)).toBe('was.ts → is.ts\nNo difference.');
  expect(formatMarkdown(same)).toBe('## `was.ts → is.ts`\n\nNo difference.');
  expect(formatHtml(same)).toContain('No difference.');
  expect(formatHtml(same)).not.toContain('<fieldset');
});

describe('hostile schemas', () => {
  const EVIL =
    '</code><script>alert(1)</script> | `` ` {{title}} ${x} "\'&<!-- \u001b[31m \u009b31m \u2028 \u202e \ud800 \n\r\0';
  const evil = JSON.stringify(EVIL);
  const hostile = compare(exchange({}), {
    ...protocolOf(`
      export const LATEST_PROTOCOL_VERSION = ${evil};
      export interface AskRequest { method: ${evil}; params: { ${evil}: ${evil} } }
      /** ${EVIL.replace(/[\n\r]/g, '')} @deprecated ${evil} */
      export interface AskResult {
      /** <script>alert(2)</script> */
      ${evil}?: { ${evil}: ${evil} | 'a' } }
      export type ClientRequest = AskRequest;`),
    revision: EVIL,
  });

  test('nothing invisible reaches a terminal, and each line is one', () => {
    const text = formatText(hostile);
    expect(text).toContain('alert(1)');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]|\p{Surrogate}/u);
    const known = /^(was.ts → is.ts \("|\d+ breaking|Old clients|!? {3,8}| {2}\S|[A-Z][a-z ]+$|$)/;
    expect(text.split('\n').filter((line) => !known.test(line))).toEqual([]);
  });

  test('no markup comes of it', () => {
    const page = formatHtml(hostile);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toMatch(/<script|<!--|alert\(2\)/);
    const tags = new Set([...page.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map((match) => match[1]));
    expect([...tags].sort()).toEqual(
      'article body code dd dl dt fieldset h1 h2 h3 head header html input label legend li main meta p section small strong style title ul'.split(
        ' ',
      ),
    );
  });

  test('every row of a table has four cells, and every text stands in a code span', () => {
    const rows = formatMarkdown(hostile)
      .split('\n')
      .filter((line) => line.includes('alert(1)') && line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
      const withoutSpans = row.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '');
      expect(withoutSpans).not.toContain('alert');
    }
  });
});

test.each([
  ['&', '&amp;'],
  ['<b>', '&lt;b&gt;'],
  [`"'`, '&quot;&#x27;'],
  ['&lt;', '&amp;lt;'],
])('%s is encoded in HTML', (text, encoded) => {
  const old = { ...report.old, name: text, revision: text };
  const page = formatHtml({ ...report, old, methods: report.methods.map((each) => ({ ...each, method: text })) });
  expect(page).toContain(`<title>${JSON.stringify(text) === `"${text}"` ? encoded : ''}`);
  expect(page).toContain(`<h3><code>${encoded}</code>`);
});
