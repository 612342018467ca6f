import { describe, expect, test } from 'vitest';
import { embedded, image, toPromptResult, text, toToolResult } from '../../../sdk/src/content/index.js';
import {
  limitPrompt,
  limitSize,
  plainLine,
  plainText,
  MemoryRateLimiter,
  redact,
  reveal,
  sanitize,
  sanitizeText,
} from '../../../sdk/src/guard/index.js';
import { Random } from '../../../generator/cases/random.js';

describe('rate limits', () => {
  const limits = (options: ConstructorParameters<typeof MemoryRateLimiter>[0]) => {
    const clock = { time: 0 };
    return { clock, limits: new MemoryRateLimiter({ now: () => clock.time, ...options }) };
  };
  const passing = (limits: MemoryRateLimiter, caller: string, tries: number) =>
    Array.from({ length: tries }, () => limits.take(caller).allowed).filter(Boolean).length;

  test('let a burst through, then an even stream', () => {
    const { clock, limits: each } = limits({ perSecond: 10, burst: 5 });
    expect(passing(each, 'a', 20)).toBe(5);
    clock.time += 99;
    expect(passing(each, 'a', 20)).toBe(0);
    clock.time += 1;
    expect(passing(each, 'a', 20)).toBe(1);
    clock.time += 1_000_000;
    expect(passing(each, 'a', 20)).toBe(5);
  });

  test('say when to try again, and are right', () => {
    const { clock, limits: each } = limits({ perSecond: 3, burst: 1 });
    each.take('a');
    clock.time += 10;
    const refused = each.take('a');
    expect(refused).toEqual({ allowed: false, retryAfter: 324 });
    clock.time += 323;
    expect(each.take('a').allowed).toBe(false);
    clock.time += 1;
    expect(each.take('a').allowed).toBe(true);
  });

  test('are apart for each caller', () => {
    const { limits: each } = limits({ perSecond: 1, burst: 2 });
    expect([passing(each, 'a', 5), passing(each, '__proto__', 5), passing(each, 'a', 5)]).toEqual([2, 2, 0]);
  });

  test('forget who has been quiet for longest', () => {
    const { limits: each } = limits({ perSecond: 1, burst: 1, callers: 2 });
    for (const caller of ['a', 'b', 'a', 'c']) each.take(caller);
    expect(each.take('a').allowed).toBe(false);
    expect(each.take('b').allowed).toBe(true);
  });

  test('have defaults, by a clock of their own', () => {
    expect(passing(new MemoryRateLimiter(), 'a', 1_000)).toBeGreaterThanOrEqual(40);
    expect(passing(new MemoryRateLimiter(), 'a', 1_000)).toBeLessThan(900);
  });

  test.each([
    [{ perSecond: 0 }, 'Invalid option "perSecond" for the rate limit: expected a positive number, got 0'],
    [{ perSecond: NaN }, 'expected a positive number, got NaN'],
    [{ burst: 0.5 }, 'Invalid option "burst" for the rate limit: expected an integer of at least 1, got 0.5'],
    [{ callers: 0 }, 'Invalid option "callers" for the rate limit'],
  ])('cannot be %j', (options, message) => {
    expect(() => new MemoryRateLimiter(options)).toThrow(message);
  });
});

describe('redaction', () => {
  const R = '[redacted]';

  test.each([
    ...['password', 'PassWord', 'user_password', 'passwd', 'dbPwd', 'token', 'accessToken', 'refresh-token'],
    ...['Authorization', 'proxy-authorization', 'api_key', 'X-API-Key', 'client_secret', 'cookie', 'Set-Cookie'],
    ...['privateKey', 'sessionId', 'credentials', 'creditCard', 'cvv', 'ssn'],
  ])('takes out what stands under %s', (name) => {
    expect(redact({ [name]: 'x', nested: [{ [name]: { a: 1 } }] })).toEqual({ [name]: R, nested: [{ [name]: R }] });
  });

  test.each(['progressToken', 'maxTokens', 'key', 'author', 'keyboard', 'path', 'tokenizer', 'pin'])(
    'leaves %s',
    (name) => {
      expect(redact({ [name]: 'x' })).toEqual({ [name]: 'x' });
    },
  );

  test.each([
    ['Authorization: Bearer abc.def-123', `Authorization: Bearer ${R}`],
    ['Authorization: Bearer 12345-abcdef', `Authorization: Bearer ${R}`],
    ['bearer QUJDREVGRw==', `bearer ${R}`],
    ['password=hunter2&next=1', `password=${R}&next=1`],
    ['{"password": "hunter2", "a": 1}', `{"password": "${R}", "a": 1}`],
    ['my api key: 12345', `my api key: ${R}`],
    ['postgres://me:hunter2@db.local/x', `postgres://${R}@db.local/x`],
    ['use ghp_abcdefghijklmnop now', `use ${R} now`],
    ['AKIAIOSFODNN7EXAMPLE', R],
    ['sk-proj-abcdefghijkl', R],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', R],
    ['Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OUFCQ0RFRkdI', R],
    ['card 4111 1111 1111 1111.', `card ${R}.`],
    ['5500-0000-0000-0004', R],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- rest', `${R} rest`],
    ['-----BEGIN PRIVATE KEY-----\nabc', R],
    [4111111111111111, R],
  ])('of %j leaves %j', (value, left) => {
    expect(redact(value)).toBe(left);
    expect(redact(redact(value))).toBe(left);
  });

  test.each([
    'Hello, World!',
    'a basic understanding of bearer certificates.',
    'order 4111 1111 1111 1112',
    'at 1700000000000 and 1234567890123456',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '123e4567-e89b-12d3-a456-426614174000',
    'https://example.org/a/b?c=d#e',
    '/Users/Me/Projects/2024/Some-Long-Folder-Name/file.ts',
    'me @ home, 50% off',
    'write to joe.doe+x@mail.example.org, please',
    5,
    -1.5,
    true,
    null,
  ])('leaves %j', (value) => {
    expect(redact(value)).toBe(value);
  });

  test('makes JSON of anything', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const value = {
      cycle,
      error: new Error('for joe@example.org'),
      map: new Map([['token', 1]]),
      set: new Set([1n]),
      bytes: new Uint8Array(3),
      date: new Date(0),
      call: () => 1,
      infinite: -Infinity,
      missing: [undefined],
      get trap() {
        throw new Error('trap');
      },
    };
    expect(redact({ ...Object.getOwnPropertyDescriptors({}), a: cycle })).toEqual({ a: { self: '[circular]' } });
    expect(redact([value])).toEqual(['[unreadable]']);
    Object.defineProperty(value, 'trap', { value: 1 });
    expect(redact(value)).toEqual({
      cycle: { self: '[circular]' },
      error: { name: 'Error', message: 'for joe@example.org' },
      map: { token: R },
      set: ['1'],
      bytes: '[3 bytes]',
      date: '1970-01-01T00:00:00.000Z',
      call: '[function]',
      infinite: '-Infinity',
      missing: [null],
      trap: 1,
    });
  });

  test('is bounded', () => {
    expect(redact([[[1]], { a: {} }], { maxDepth: 2 })).toEqual([['[list]'], { a: '[object]' }]);
    expect(redact([1, 2, 3, 4], { maxValues: 3 })).toEqual([1, 2, '… [4 items]']);
    expect(redact({ a: 1, b: 2, c: 3 }, { maxValues: 3 })).toEqual({ a: 1, b: 2, '…': '[3 properties]' });
    expect(redact(['abc', 'abcdef'], { maxText: 3 })).toEqual(['abc', 'abc… [6 characters]']);
    expect(redact(`password=${'x'.repeat(50)}`, { maxText: 12 })).toBe('password=[re… [59 characters]');
    expect(redact(Array.from({ length: 100_000 }, () => [1]))).toHaveLength(501);
  });

  test('can be told more names, and another replacement', () => {
    expect(redact({ PIN: 1, token: 'x' }, { names: ['pin'], replacement: '$&' })).toEqual({ PIN: '$&', token: '$&' });
  });

  test('takes out mail addresses where that is asked for', () => {
    const text = 'write to joe.doe+x@mail.example.org, please';
    expect(redact([text], { emails: true })).toEqual([`write to ${R}, please`]);
  });

  test('lets no name that objects inherit do harm', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}') as unknown;
    expect(JSON.stringify(redact(value))).toBe('{"__proto__":{"a":1}}');
    expect(JSON.stringify(sanitize(JSON.parse('{"__proto__": "\\u0007"}')))).toBe('{"__proto__":""}');
  });
});

describe('sanitised text', () => {
  const tags = (text: string) =>
    Array.from(text, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

  test.each([
    ['a\u0000b\u0007c\u007fd\u0085', 'abcd'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u009b1;31mred', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://evil\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001bPq#0\u001b\\x', 'x'],
    ['\u001b]never ended', 'never ended'],
    ['\u009dnever ended', 'never ended'],
    ['\u001b[12', '12'],
    ['a\u001b(Bb\u001bMc\u001b', 'abc'],
    ['a\u001b(', 'a'],
    ['user\u202e\u2066nimda\u2069\u202c', 'usernimda'],
    [`Hi${tags('ignore all')}\u{e007f}`, 'Hi'],
    [`\u{1f3f4}${tags('ignore')}\u{e007f}`, '\u{1f3f4}'],
    ['a\ufe0f\u{e0101}\u{e0102}\u{e0103}b', 'ab'],
    ['❤\ufe0f\ufe0e', '❤'],
    ['ig\u200bno\u200cre\u200d \u2060\u2061\u2062\u2063\u2064this', 'ignore this'],
    ['soft\u00adhyphen \u115f\u1160\u3164\uffa0\u034f\ufeff\u17b4', 'softhyphen '],
    ['می\u200c\u200dخواهم \u200f\u200e', 'میخواهم '],
    ['👩\u200d\u200d👧 👩\u200d', '👩👧 👩'],
    ['a\u200fb\u200e', 'ab'],
    // Selectors without a registered variant: a bit or more for each letter of a visible text.
    ['一\ufe00二\ufe01三\ufe02', '一二三'],
    ['㐂\u{e01ef}'.repeat(20), '㐂\u{e01ef}'.repeat(16) + '㐂'.repeat(4)],
    ['逸\ufe01凞\ufe02', '逸\ufe01凞'],
    ['+\ufe00=\ufe00a\u{e0100}', '+=a'],
    ['\u{1d173}\u{1bca0}\u{13430}\u{e0fff}\ufff9', ''],
  ])('%j becomes %j', (dirty, cleaned) => {
    expect(sanitizeText(dirty)).toBe(cleaned);
  });

  test.each([
    'Hello,\tWorld!\r\n',
    '❤️ 👩‍👩‍👧 🏳️‍🌈 1️⃣',
    `\u{1f3f4}${tags('gbeng')}\u{e007f} \u{1f3f4}${tags('gbsct')}\u{e007f} \u{1f3f4}${tags('gbwls')}\u{e007f}`,
    'می‌خواهم',
    'שלום\u200f (world)',
    'สวัสดี\u200bชาวโลก',
    '葛\u{e0100}城',
    '切\ufe00 著\ufe01 \u{20122}\ufe00',
    '❤️‍🔥 👩🏽‍🚀 👁️‍🗨️ ☺︎ #️⃣',
    'क्\u200dष න්\u200dද ᠠ\u180b ≨\ufe00',
    '\u0600\u0661 \u06dd',
    'a[31m',
    '\ud800',
  ])('%j stays', (text) => {
    expect(sanitizeText(text)).toBe(text);
  });

  test('is clean, and stays as it is', () => {
    const random = new Random(3);
    const pieces = [
      ...['a', '\u001b', '[', ']', '31m', '\u0007', '\\', '\u009b', '\u009d', '\u202e', '\u{e0041}', '\ufe0f'],
      ...['\u200d', '\u200f', '\u{1f3f4}', '❤', 'ش', ' '],
    ];
    for (let round = 0; round < 5_000; round++) {
      const cleaned = sanitizeText(Array.from({ length: random.below(12) }, () => random.pick(pieces)).join(''));
      // oxlint-disable-next-line no-control-regex -- none may be left
      expect(cleaned).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u{e0000}-\u{e007f}]/u);
      expect(sanitizeText(cleaned)).toBe(cleaned);
    }
  });

  test('has no character that Unicode calls invisible', () => {
    const visible = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
    const kept: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character) || visible.test(character)) continue;
      if (sanitizeText(`a${character}b`) !== 'ab') kept.push(code.toString(16));
    }
    expect(kept).toEqual([]);
  });

  test('of a value is found everywhere, and what is clean stays the object that it was', () => {
    const clean = { content: [text('a')], structuredContent: { n: 1, list: ['b', null] } };
    expect(sanitize(clean)).toBe(clean);
    const half = sanitize({ clean, dirty: [{ a: '\u0007' }] });
    expect(half).toEqual({ clean, dirty: [{ a: '' }] });
    expect(half.clean).toBe(clean);
    expect(sanitize({ a: 1, 'b\u200b': 2, c: ['\u2060'] })).toEqual({ a: 1, b: 2, c: [''] });
    const prototype = sanitize(JSON.parse('{"__proto\\u200b__": {"a": 1}}') as object);
    expect(JSON.stringify(prototype)).toBe('{"__proto__":{"a":1}}');
  });

  test('of a value that is too deep is refused', () => {
    const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(sanitize(deep(1_000))).toEqual(deep(1_000));
    expect(() => sanitize(deep(100_000))).toThrow('Cannot sanitize a value of more than 1000 levels');
  });
});

describe('what a person is shown', () => {
  test.each([
    ['user\u202enimda', 'user\\u{202e}nimda'],
    ['a\\u{202e}b', 'a\\\\u{202e}b'],
    ['C:\\users\\me', 'C:\\users\\me'],
    ['C:\\me\u200b', 'C:\\\\me\\u{200b}'],
    ['C:\\me ❤️', 'C:\\me ❤️'],
    ['10%\rdone\r\n', '10%\\u{d}done\r\n'],
    ['\u001b[2J\u2028\ud800', '\\u{1b}[2J\\u{2028}\\u{d800}'],
    ['שלום\u200f', 'שלום\\u{200f}'],
    [`Hi\u{e0061}\u{e0062}`, 'Hi\\u{e0061}\\u{e0062}'],
    ['می‌خواهم 👩‍👧', 'می‌خواهم 👩‍👧'],
  ])('of %j is %j', (text, shown) => {
    expect(reveal(text)).toBe(shown);
    expect(reveal({ [text]: [text, 1, null] })).toEqual({ [shown]: [shown, 1, null] });
  });
});

describe('guards take linear time', () => {
  // Comparing each piece with each other would take minutes.
  test.each([
    ...['\u001b]', '\u009d', '\u001b[', '\u001b[1;', '\u{e0041}', '\ufe0f', '\u{1f3f4}\u{e0067}', 'a\u200f', '\u200d'],
    ...['ش\u200d', '\\', 'Bearer ', 'eyJ-', 'eyJa.', 'a@', '://a:', 'password', 'password: ', 'token="', 'aA1_'],
    ...['-----BEGIN PRIVATE KEY', '-----BEGIN PRIVATE KEY-----', '1 ', '4-'],
  ])('on %j', (piece) => {
    const long = piece.repeat(100_000);
    const before = process.cpuUsage();
    sanitizeText(long);
    reveal(long);
    redact(long, { maxText: long.length, emails: true });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
  });
});

describe('the size of a result', () => {
  const result = toToolResult([
    text('x'.repeat(60)),
    image('y'.repeat(60), 'image/png'),
    embedded('n:1', 'z'.repeat(30)),
  ]);

  test('within the limit changes nothing', () => {
    expect(limitSize(result, { maxCharacters: 150 })).toBe(result);
  });

  test('beyond the limit is an error that says so', () => {
    expect(() => limitSize(result, { maxCharacters: 149 })).toThrow(
      'The result has 150 characters: at most 149 are allowed. Return less, a page of it, or a link to a resource',
    );
  });

  test('beyond the limit is cut, where that is chosen', () => {
    const cut = limitSize(result, { maxCharacters: 70, whenLarger: 'cut' });
    expect(cut.content).toEqual([
      text('x'.repeat(60)),
      text('[left out: content of type image with 60 characters]'),
      text('[left out: 1 more]'),
    ]);
    const { content } = limitSize(toToolResult([text('abc😀def', { priority: 1 }), 'more']), {
      maxCharacters: 4,
      whenLarger: 'cut',
    });
    expect(content).toEqual([text('abc\n[cut: 3 of 8 characters]', { priority: 1 }), text('[left out: 1 more]')]);
  });

  test('is not made larger by what says that much was left out', () => {
    const many = toToolResult(Array.from({ length: 10_000 }, () => text('abcd')));
    const { content } = limitSize(many, { maxCharacters: 10, whenLarger: 'cut' });
    expect(content).toEqual([
      text('abcd'),
      text('abcd'),
      text('ab\n[cut: 2 of 4 characters]'),
      text('[left out: 9997 more]'),
    ]);
  });

  test('is cut in texts alone, and their metadata counts', () => {
    const blocks = [text('abc', { meta: { a: 'x'.repeat(12) } }), text('def', { meta: { a: 'y'.repeat(12) } })];
    const cut = (maxCharacters: number) =>
      limitSize(toToolResult(blocks), { maxCharacters, whenLarger: 'cut' }).content;
    expect(cut(45)).toEqual([blocks[0], { ...blocks[1], text: 'de\n[cut: 2 of 3 characters]' }]);
    expect(cut(42)).toEqual([blocks[0], text('[left out: content of type text with 23 characters]')]);
  });

  test.each([
    ['a link', toToolResult({ type: 'resource_link', uri: 'a:b', name: 'a', description: 'x'.repeat(100) })],
    ['metadata of a block', toToolResult(text('', { meta: { a: 'x'.repeat(100) } }))],
    ['metadata of contents', toToolResult(embedded('a:b', { text: '', _meta: { a: 'x'.repeat(100) } }))],
    ['metadata', toToolResult({ content: [], _meta: { a: 'x'.repeat(100) } })],
  ])('counts %s', (_, large) => {
    expect(() => limitSize(large, { maxCharacters: 100 })).toThrow('at most 100 are allowed');
    expect(limitSize(large, { maxCharacters: 250 })).toBe(large);
  });

  test('of a prompt is cut in the same way', () => {
    const prompt = toPromptResult(['abc', { role: 'assistant', content: 'def' }, 'ghi', 'jkl']);
    expect(limitPrompt(prompt, { maxCharacters: 12 })).toBe(prompt);
    expect(() => limitPrompt(prompt, { maxCharacters: 11 })).toThrow('The prompt has 12 characters');
    expect(limitPrompt(prompt, { maxCharacters: 4, whenLarger: 'cut' }).messages).toEqual([
      { role: 'user', content: text('abc') },
      { role: 'assistant', content: text('d\n[cut: 1 of 3 characters]') },
      { role: 'user', content: text('[left out: 2 more]') },
    ]);
  });

  test('of structured content cannot be cut', () => {
    const data = toToolResult({ a: 'x'.repeat(50) });
    expect(() => limitSize(data, { maxCharacters: 57, whenLarger: 'cut' })).toThrow(
      'The structured content of the result, with its metadata, has 58 characters: at most 57 are allowed',
    );
    expect(limitSize(data, { maxCharacters: 60, whenLarger: 'cut' })).toMatchObject({
      structuredContent: data.structuredContent,
      content: [text('{"\n[cut: 2 of 58 characters]')],
    });
  });
});

describe('a string for a terminal', () => {
  test.each([
    ['fine\n\tand tabbed', 'fine\n\tand tabbed'],
    ['10%\r20%\r\ndone', '10%\n20%\ndone'],
    ['\u001b[2J\u001b[1;1Hgone', 'gone'],
    ['\u001b]52;c;aGk=\u0007copied', 'copied'],
    ['user\u202enimda\u0008\u009b31m', 'usernimda'],
  ])('%j is shown as %j', (text, shown) => {
    expect(plainText(text)).toBe(shown);
  });

  test.each([
    ['one\r\n  two\u2028three\tfour ', 'one two three four'],
    ['Delete all?\nYou agreed.', 'Delete all? You agreed.'],
    ['\n\n', ''],
  ])('%j has the line %j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  test('is cut between characters where a line is too long, whatever its size', () => {
    expect(plainLine('x'.repeat(200))).toBe('x'.repeat(200));
    expect(plainLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(plainLine('👍👍👍👍', 4)).toBe('👍👍👍👍');
    expect(plainLine('👍👍👍👍👍', 4)).toBe('👍👍👍…');
    expect(plainLine('x'.repeat(10_000_000), 2)).toBe('x…');
  });
});
