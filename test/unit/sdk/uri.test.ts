import { describe, expect, test } from 'vitest';
import { MAX_URI_LENGTH, normalizePrefix, parseUri } from '../../../sdk/src/uri/uri.js';
import { Random } from '../../../generator/cases/random.js';

test('a URI is taken apart', () => {
  expect(parseUri('https://user@example.org:8080/a/b?q=1?2#part?')).toEqual({
    scheme: 'https',
    authority: 'user@example.org:8080',
    path: '/a/b',
    query: 'q=1?2',
    fragment: 'part?',
    href: 'https://user@example.org:8080/a/b?q=1?2#part?',
  });
  expect(parseUri('urn:isbn:0451450523')).toMatchObject({
    scheme: 'urn',
    authority: undefined,
    path: 'isbn:0451450523',
  });
  expect(parseUri('file:///tmp/x')).toMatchObject({ authority: '', path: '/tmp/x', query: undefined });
  expect(parseUri('note:?#')).toMatchObject({ path: '', query: '', fragment: '', href: 'note:?#' });
  expect(parseUri('x://a?b/c')).toMatchObject({ authority: 'a', path: '', query: 'b/c' });
  expect(parseUri('x:#a?b//c')).toMatchObject({ path: '', query: undefined, fragment: 'a?b//c' });
});

test.each([
  ['HTTP://Example.ORG/Path', 'http://example.org/Path'],
  ['http://Me@Example.ORG', 'http://Me@example.org'],
  ['http://[FE80::1]:80/', 'http://[fe80::1]:80/'],
  ['http://[V1.Fe:x]/', 'http://[v1.fe:x]/'],
  ['Note://Groceries/Milk', 'note://Groceries/Milk'],
  ['x:/%7euser/%c3%a9%2f', 'x:/~user/%C3%A9%2F'],
  ['http://%C3%A9.ORG', 'http://%C3%A9.org'],
  ['file:///my doc.txt?a b#c d', 'file:///my%20doc.txt?a%20b#c%20d'],
  ['weather://münchen/☂?tag=é#ü', 'weather://m%C3%BCnchen/%E2%98%82?tag=%C3%A9#%C3%BC'],
  ['file:///a/./b/../c', 'file:///a/c'],
  ['file:///a/%2e%2E/%2e./c', 'file:///c'],
  ['file:///../../etc/passwd', 'file:///etc/passwd'],
  ['file:///a/..', 'file:///'],
  ['file:///a/b/..', 'file:///a/'],
  ['file:///a/b/.', 'file:///a/b/'],
  ['file:///a//../b', 'file:///a/b'],
  ['x:a/../../b', 'x:b'],
  ['x:/..//evil.org', 'x:/.//evil.org'],
  ['x:/a?../../b', 'x:/a?../../b'],
  ['x:/...', 'x:/...'],
])('%s is normally %s', (text, href) => {
  expect(parseUri(text).href).toBe(href);
});

describe('values that are not URIs', () => {
  test.each([
    ['', 0, 'expected an absolute URI with a scheme'],
    ['/etc/passwd', 0, 'expected an absolute URI with a scheme'],
    ['1x:a', 0, 'expected an absolute URI with a scheme'],
    ['a b:c', 0, 'expected an absolute URI with a scheme'],
    ['note:a<b', 6, '"<" is not allowed here: write it as %3C'],
    ['note:a\nb', 6, '"\\n" is not allowed here: write it as %0A'],
    ['note:{id}', 5, 'write it as %7B'],
    ['note:C:\\x', 7, 'write it as %5C'],
    ['note:50%', 7, 'expected two hexadecimal digits after %'],
    ['note:%zz', 5, 'write a percent sign as %25'],
    ['note:a\ud800b', 6, 'a lone surrogate'],
    ['note:/a[1]', 7, 'write it as %5B'],
    ['http://[::1', 7, 'IPv6 address'],
    ['http://[localhost]/', 7, 'IPv6 address'],
    ['http://[::1]x/', 12, 'a port number'],
    ['http://a[::1]/', 8, 'a port number'],
    ['http://a:b/', 8, 'a port number'],
    ['http://good.org@evil.org@x/', 24, 'a port number'],
    [`x:${'a'.repeat(MAX_URI_LENGTH)}`, MAX_URI_LENGTH, '8194 characters: at most 8192 are allowed'],
  ])('%j at %i: %s', (text, position, problem) => {
    expect(() => parseUri(text)).toThrow(expect.objectContaining({ name: 'UriError', text, position }));
    expect(() => parseUri(text)).toThrow(problem);
  });

  test('is shown with the place, and never at full length', () => {
    expect(() => parseUri('a:<b')).toThrow('"a:<b", character 3: "<" is not allowed');
    expect(() => parseUri('<'.repeat(5_000))).toThrow(/^.{0,250}$/);
  });
});

test('the normal form is one: its own normal form, and equal in its parts', () => {
  const random = new Random(11);
  const pieces = [
    'a',
    'B',
    '.',
    '..',
    '/',
    '//',
    '?',
    '#',
    '%2e',
    '%2F',
    '%c3%a9',
    'é',
    '😀',
    '@',
    ':',
    '1',
    '[',
    ' ',
    '%',
  ];
  let parsed = 0;
  for (let round = 0; round < 20_000; round++) {
    const text = `X:${Array.from({ length: random.below(9) }, () => random.pick(pieces)).join('')}`;
    let uri;
    try {
      uri = parseUri(text);
    } catch (error) {
      expect(error).toMatchObject({ name: 'UriError', text });
      continue;
    }
    parsed++;
    expect(parseUri(uri.href), text).toEqual(uri);
    expect(uri.path.split('/'), text).not.toContain('..');
  }
  expect(parsed).toBeGreaterThan(5_000);
});

test.each([
  ['HTTPS://Example.org', 'https://example.org'],
  ['Note://Groceries/', 'note://Groceries/'],
  ['/Path', '/Path'],
  ['', ''],
])('the beginning %j of a template is normally %j', (text, normal) => {
  expect(normalizePrefix(text)).toBe(normal);
});
