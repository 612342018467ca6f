import { describe, expect, expectTypeOf, test } from 'vitest';
import { compile } from '../../../sdk/src/uri/compile.js';
import { run, type Instruction } from '../../../sdk/src/uri/matcher.js';
import { parseTemplate } from '../../../sdk/src/uri/parseTemplate.js';
import { UriTemplate } from '../../../sdk/src/uri/template.js';
import { unitsOf } from '../../../sdk/src/uri/percent.js';
import { MAX_URI_LENGTH } from '../../../sdk/src/uri/uri.js';
import { Random } from '../../../generator/cases/random.js';

/** The values that the RFC's own examples use. */
const VALUES = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: [],
  undef: null,
};

describe('expands', () => {
  test.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['{+path:6}here', '/foo/bhere'],
    ['{+keys*}', 'semi=;,dot=.,comma=,'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{#keys}', '#semi,;,dot,.,comma,,'],
    ['www{.dom*}', 'www.example.com'],
    ['X{.var:3}', 'X.val'],
    ['X{.empty}', 'X.'],
    ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
    ['X{.empty_keys*}', 'X'],
    ['{/var,empty}', '/value/'],
    ['{/var:1,var}', '/v/value'],
    ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?list}', '?list=red,green,blue'],
    ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&var:3}', '&var=val'],
    ['{&list*}', '&list=red&list=green&list=blue'],
    ['weather://{+undef}münchen/%C3%a9', 'weather://m%C3%BCnchen/%C3%a9'],
  ])('%s to %s', (template, uri) => {
    expect(new UriTemplate(template).expand(VALUES)).toBe(uri);
  });

  test('numbers, truth values, characters beyond the first plane, and values that are encoded already', () => {
    const values = { n: 1.5, yes: true, smile: '😀😀', half: 'a\ud800', encoded: '%41%zz', none: [null, undefined] };
    expect(new UriTemplate('{n}/{yes}/{smile:1}/{half}/{+encoded}{none}').expand(values as never)).toBe(
      '1.5/true/%F0%9F%98%80/a%EF%BF%BD/%41%25zz',
    );
  });

  test.each([
    ['{a}', () => 1, 'The variable a of a URI template is a function'],
    ['{a}', [[1]], 'an array or an object that contains an array or an object'],
    ['{a}', { b: Symbol('x') }, 'an array or an object that contains a symbol'],
    ['{a:2}', ['x'], 'cannot have a prefix modifier'],
  ])('%s with %s is an error', (template, value, message) => {
    expect(() => new UriTemplate(template).expand({ a: value as never })).toThrow(message);
  });

  test('no name reaches what objects inherit', () => {
    expect(new UriTemplate('{constructor}{__proto__}').expand({})).toBe('');
  });
});

describe('matches', () => {
  test.each<[string, string, { [name: string]: unknown } | undefined]>([
    ['weather://{city}', 'weather://Oslo', { city: 'Oslo' }],
    ['Weather://{city}', 'weather://Oslo', { city: 'Oslo' }],
    ['HTTP://Example.org/{a}', 'http://example.org/x', { a: 'x' }],
    ['weather://{city}', 'weather://S%C3%A3o%20Paulo', { city: 'São Paulo' }],
    ['weather://{city}', 'weather://münchen', { city: 'münchen' }],
    ['weather://{city}', 'weather://', undefined],
    ['weather://{city}', 'weather://Oslo/now', undefined],
    ['weather://{city}', 'weather://Oslo?x', undefined],
    ['weather://{city}', 'weather://a,b', undefined],
    ['user://{mail}', 'user://joe@example.org', { mail: 'joe@example.org' }],
    ['a%2fb/{x}', 'a%2Fb/%7e', { x: '~' }],
    ['é/{x}', '%C3%A9/1', { x: '1' }],
    ['my doc/{x}', 'my%20doc/1', { x: '1' }],
    ['plain:text', 'plain:text', {}],
    ['plain:text', 'plain:texts', undefined],
    ['', '', {}],
    ['{x,y}', '1,2', { x: '1', y: '2' }],
    ['{x,y}', '1', undefined],
    ['{x}-{y}', 'a-b-c', { x: 'a-b', y: 'c' }],
    ['{x}{y}', 'a%20', { x: 'a', y: ' ' }],
    ['{list*}', 'a,b', { list: ['a', 'b'] }],
    ['file:///{+path}', 'file:///a/b%20c', { path: 'a/b c' }],
    ['{+path}/edit', 'a/edit/edit', { path: 'a/edit' }],
    ['{+path}{?q}', 'a/b?q=1', { path: 'a/b', q: '1' }],
    ['{+path}', 'a?b#c', { path: 'a?b#c' }],
    ['{+path}{#part}', 'a#c', { path: 'a', part: 'c' }],
    ['{+a,b}', '1/2,3', { a: '1/2', b: '3' }],
    ['a{#part}', 'a', {}],
    ['a{#part}', 'a#', { part: '' }],
    ['a{.ext}', 'a.tar.gz', { ext: 'tar.gz' }],
    ['a{.b,c}', 'a.x.y', { b: 'x', c: 'y' }],
    ['a{.all*}', 'a.x.y', { all: ['x', 'y'] }],
    ['a{/b,c}', 'a/x', { b: 'x' }],
    ['a{/all*}/z', 'a/x/y/z', { all: ['x', 'y'] }],
    ['a{;b,c}', 'a;c=1;b', { b: '', c: '1' }],
    ['a{?b,c}', 'a', {}],
    ['a{?b,c}', 'a?c=2&b=1', { b: '1', c: '2' }],
    ['a{?b,bc}', 'a?bc=%26&b', { b: '', bc: '&' }],
    ['a{?b}', 'a?b=x=1,2/3+4', { b: 'x=1,2/3+4' }],
    ['a{?b}', 'a?b=1&b=2', undefined],
    ['a{?b*}', 'a?b=1&b=2', { b: ['1', '2'] }],
    ['a{?b}', 'a?c=1', undefined],
    ['a{?b}', 'a?b=1#c', undefined],
    ['a?x=1{&b}', 'a?x=1&b=2', { b: '2' }],
    ['a{?b}{&c}', 'a?b=1&c=2', { b: '1', c: '2' }],
    ['{a:3}', 'abcd', undefined],
    ['{a:3}', '%C3%A9%C3%A9%C3%A9', { a: 'ééé' }],
    ['{a:1}/{a}', 'f/foo', { a: 'foo' }],
    ['{a:1}/{a}', 'g/foo', undefined],
    ['{a}/{a}', 'x/x', { a: 'x' }],
    ['{a}/{a}', 'x/y', undefined],
  ])('%s and %s', (template, uri, values) => {
    expect(new UriTemplate(template).match(uri)).toEqual(values);
  });

  test.each([
    ['{a}', '..'],
    ['{a}', '%2e%2E'],
    ['x/{a}', 'x/.'],
    ['{a}', 'a%2Fb'],
    ['{a}', '..%2f..%2fetc'],
    ['{a}', 'a%5cb'],
    ['{a}', 'a%00'],
    ['{a}', 'a%0Ab'],
    ['{a}', 'a%7f'],
    ['{a}', '%c0%ae%c0%ae'],
    ['{a}', '%ff'],
    ['{a}{b}', '..'],
    ['x{/a*}', 'x/a/../b'],
    ['x{;a}', 'x;a=..%2f'],
    ['x{.a}', 'x..'],
    ['file:///{+a}', 'file:///a/../../etc'],
    ['file:///{+a}', 'file:///a%2f..%2f..%2fetc'],
    ['file:///{+a}', 'file:///a%5c..%5cetc'],
    ['{+a}', 'a%00'],
    ['x{?a}', 'x?a=%00'],
  ])('%s lets no %s in', (template, uri) => {
    expect(new UriTemplate(template).match(uri)).toBeUndefined();
  });

  test.each([
    ['{a}', 'b%2Fc', { a: 'b/c' }],
    ['x{.a}', 'x.b%2fc', { a: 'b/c' }],
    ['x{/a,b}', 'x/b%2Fc/d', { a: 'b/c', b: 'd' }],
    ['x{;a}', 'x;a=b%2Fc', { a: 'b/c' }],
    ['{a}', 'b/c', undefined],
    ['{a}', '%2Fetc', undefined],
    ['{a}', 'C:%2Fx', undefined],
    ['{a}', 'b%2F..%2Fc', undefined],
    ['{a}', 'b%5Cc', undefined],
    ['{a}', 'b%2Fc%0A', undefined],
    ['f://h{/a*}', 'f://h/x/b%2Fc', { a: ['x', 'b/c'] }],
    ['f://h{/a*}', 'f://h/x/%2Fetc', undefined],
    ['f://h{/a*}', 'f://h/x/C:%2Fetc', undefined],
    ['f://h{/a*}', 'f://h/%2Fetc', undefined],
    ['f://h{/a*}', 'f://h//etc', undefined],
  ])('with slashes allowed, %s and %s', (template, uri, values) => {
    expect(new UriTemplate(template, ['slashes']).match(uri)).toEqual(values);
  });

  test('a template that allows slashes matches what it expands to', () => {
    const template = new UriTemplate('notes://{id}', ['slashes']);
    expect(template.match(template.expand({ id: 'a/b c' }))).toEqual({ id: 'a/b c' });
  });

  test('a value is decoded once', () => {
    expect(new UriTemplate('{a}').match('%252e%252e%252f')).toEqual({ a: '%2e%2e%2f' });
  });

  test('no URI beyond the longest', () => {
    const template = new UriTemplate('{a}');
    expect(template.match('a'.repeat(MAX_URI_LENGTH))).toBeDefined();
    expect(template.match('a'.repeat(MAX_URI_LENGTH + 1))).toBeUndefined();
  });

  test('a value may be called as what objects inherit', () => {
    expect(Object.keys(new UriTemplate('{__proto__}').match('x') ?? {})).toEqual(['__proto__']);
  });
});

test('its variables are listed, each once', () => {
  expect(new UriTemplate('{a}/{b,a}{?c.d*,e:3}').variables).toEqual(['a', 'b', 'c.d', 'e']);
  expect(String(new UriTemplate('x://{a}'))).toBe('x://{a}');
});

test('its variables have types', () => {
  const values = new UriTemplate('x://{a}/{+b,c:3}{?d,e*}').match('x://a/b,c?e=1');
  expectTypeOf(values).toEqualTypeOf<
    | ({ readonly a: string; readonly b: string; readonly c: string } & {
        readonly d?: string;
        readonly e?: readonly string[];
      })
    | undefined
  >();
  expect(values).toEqual({ a: 'a', b: 'b', c: 'c', e: ['1'] });
});

test.each([
  ['a{b', 1, 'this brace is not closed'],
  ['a}b', 1, 'this brace has no opening brace'],
  ['{}', 1, 'missing variable name'],
  ['{a,,b}', 3, 'missing variable name'],
  ['{?}', 2, 'missing variable name'],
  ['{a{b}}', 1, '"a{b" is not a variable'],
  ['{=a}', 1, '= is not an operator'],
  ['{a b}', 1, '"a b" is not a variable'],
  ['{a,b-c}', 3, '"b-c" is not a variable'],
  ['{a:0}', 1, '"a:0" is not a variable'],
  ['{a:10000}', 1, '"a:10000" is not a variable'],
  ['{a*:3}', 1, 'is not a variable'],
  ['{.a.}x<y', 6, '"<" is not allowed here'],
  ['50%/{a}', 2, 'percent-encode it'],
  ['{a}'.repeat(101), 300, 'at most 100 variables'],
])('%s is not a template, from %i', (template, position, problem) => {
  expect(() => new UriTemplate(template)).toThrow(expect.objectContaining({ name: 'UriError', position }));
  expect(() => new UriTemplate(template)).toThrow(problem);
});

describe('random templates', () => {
  const OPERATORS = ['', '', '+', '#', '.', '/', ';', '?', '&'];
  const TEXTS = ['a', 'b', '/', '-', 'x:', ',', '?', '&', '=', '.', '%20'];
  const VALUES = ['a', 'b', 'a b', 'é😀', '%', 'a=b', ':@', '0'];

  const randomTemplate = (random: Random) =>
    Array.from({ length: 1 + random.below(6) }, (_, index) => {
      if (random.chance(40)) return random.pick(TEXTS);
      const name = `v${index}`;
      return `{${random.pick(OPERATORS)}${name}${random.pick(['', '', '', '*'])}${random.chance(25) ? `,w${index}` : ''}}`;
    }).join('');

  const randomValues = (template: UriTemplate, random: Random, values: readonly string[]) => {
    const lists = new Set(Array.from(template.text.matchAll(/(\w+)\*/g), ([, name]) => name));
    const value = (name: string) =>
      lists.has(name) ? [random.pick(values), random.pick(values)] : random.pick(values);
    return Object.fromEntries(template.variables.map((name) => [name, value(name)]));
  };

  test('find the values again where something no value has stands between expressions', () => {
    const random = new Random(6);
    let found = 0;
    for (let round = 0; round < 5_000; round++) {
      const expressions = Array.from({ length: 1 + random.below(4) }, (_, index) => {
        return `{${random.pick(OPERATORS)}v${index}${random.pick(['', '*'])}${random.pick(['', `,w${index}`])}}`;
      });
      const template = new UriTemplate(expressions.filter((text) => !/^\{[^;?&].*\*,/.test(text)).join('%0A'));
      const values = randomValues(template, random, VALUES);
      expect(template.match(template.expand(values)), template.text).toEqual(values);
      found += Object.keys(values).length;
    }
    expect(found).toBeGreaterThan(5_000);
  });

  test('that begin otherwise than a URI take one step', () => {
    const { instructions } = compile(parseTemplate('note://{+a}{+b}'));
    expect(run(instructions, unitsOf(`nota://${'a'.repeat(8_000)}`) ?? [])).toEqual({ captures: undefined, steps: 1 });
  });

  test('take no more steps than instructions times characters', () => {
    const random = new Random(9);
    const hostile = [
      '{a}{b}{c}{d}{e}!',
      '{+a}{+b}{+c}{+d}!',
      '{a*}{b*}{c*}!',
      '{+a,b,c,d}!',
      'x{/a*}{/b*}{/c*}!',
      'x{?a,b*}{&c*,d}!',
    ];
    const texts = ['a', ',', '/a', '?a=1', '&b=2', '.a', ';a', 'x', '%C3%A9'];
    let most = 0;
    for (let round = 0; round < 3_000; round++) {
      const template = hostile[round] ?? `${randomTemplate(random)}${random.pick(['', '!'])}`;
      const { instructions } = compile(parseTemplate(template));
      const piece = random.pick(texts);
      const uri =
        (round % 2 === 0 ? 'x' : '') + piece.repeat(25) + random.pick(['', texts[round % texts.length] ?? '']);
      const units = unitsOf(uri) ?? [];
      const { steps } = run(instructions, units);
      expect(steps, template).toBeLessThanOrEqual((instructions.length + 1) * (units.length + 1));
      most = Math.max(most, steps / units.length);
    }
    expect(most).toBeGreaterThan(3);
  });
});

describe('a program', () => {
  /** Instructions for captured runs, each of some characters, with what is between them; and a regular expression for the same texts. */
  function compiled(parts: readonly { readonly class: string; readonly after: string }[]) {
    const instructions = parts.flatMap(({ class: accepted, after }, variable): Instruction[] => [
      { do: 'open', variable },
      { do: 'many', accepts: (unit) => accepted.includes(unit) },
      { do: 'close' },
      ...(after === '' ? [] : [{ do: 'text' as const, units: after.split('') }]),
    ]);
    const source = parts.map(({ class: accepted, after }) => `([${accepted}]*)${after}`).join('');
    return { instructions, expression: new RegExp(`^${source}$`, 'd') };
  }

  const find = (instructions: readonly Instruction[], text: string) =>
    run(instructions, text.split('')).captures?.map(({ start, end }) => [start, end]);

  test.each<[text: string, captured: string | undefined]>([
    ['', '0-0 0-0'],
    ['ab', '0-2 2-2'],
    ['abxab', '0-2 3-5'],
    ['axbxa', undefined],
    ['abc', undefined],
  ])('takes of %j as many characters for each value as the rest leaves', (text, expected) => {
    const optional: Instruction[] = [
      { do: 'open', variable: 0 },
      { do: 'many', accepts: (unit) => 'ab'.includes(unit) },
      { do: 'close' },
      { do: 'fork', otherwise: 5 },
      { do: 'text', units: ['x'] },
      { do: 'open', variable: 1 },
      { do: 'many', accepts: (unit) => 'ab'.includes(unit) },
      { do: 'close' },
    ];
    expect(
      find(optional, text)
        ?.map((ends) => ends.join('-'))
        .join(' '),
    ).toBe(expected);
  });

  test('finds what a regular expression finds', () => {
    const random = new Random(12);
    let found = 0;
    for (let round = 0; round < 20_000; round++) {
      const parts = Array.from({ length: 1 + random.below(4) }, () => ({
        class: random.pick(['a', 'b', 'ab', 'abc']),
        after: random.pick(['', '', 'a', 'b', 'ab', 'c']),
      }));
      const { instructions, expression } = compiled(parts);
      const text = Array.from({ length: random.below(9) }, () => random.pick(['a', 'a', 'b', 'c'])).join('');
      const expected = expression.exec(text)?.indices?.slice(1);
      expect(find(instructions, text), `${expression.source} ${text}`).toEqual(expected);
      if (expected !== undefined) found++;
    }
    expect(found).toBeGreaterThan(2_000);
  });
});
