/** What is reported where nobody listens: one line on stderr each. */

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { stopClock } from '../../support/clock.js';

// What was reported before, by tests on another clock, must not count.
vi.resetModules();
const { reportToStderr, safeListener } = await import('../../../runtime/src/report.js');

// Reports are limited over all tests, so each begins later than the one before.
let start = 0;
beforeEach(() => {
  stopClock();
  vi.advanceTimersByTime((start += 10_000));
});

function lines(report: () => void): string[] {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    written.mockRestore();
  });
  report();
  return written.mock.calls.map(([text]) => String(text));
}

const STACK = `TypeError: x is not a function
    at parse (file:///srv/app/node_modules/some/parse.js:7:1)
    at node:internal/timers:1:1
    at new Store (file:///srv/app/src/store.js:12:9)
    at async file:///srv/app/src/main.js:3:5`;

test('an error is one line, with the first place in the program itself', () => {
  const error = Object.assign(new TypeError('x is\n  not a function'), { stack: STACK });
  expect(lines(() => reportToStderr(error))).toEqual([
    'TypeError: x is not a function, at file:///srv/app/src/store.js:12:9\n',
  ]);
});

test('what a terminal would obey, or nobody would see, is not written', () => {
  const error = Object.assign(new Error('no\u001b[2J\r\u009b1m\u202e\u200b\u{e0061}\u3164!'), { stack: '' });
  expect(lines(() => reportToStderr(error))).toEqual(['Error: no !\n']);
});

test.each([
  ['    at async file:///srv/main.js:3:5', 'file:///srv/main.js:3:5'],
  ['    at async run (/srv/a (b)/main.js:3:5)', '/srv/a (b)/main.js:3:5'],
  ['    at C:\\srv\\main.js:3:5', 'C:\\srv\\main.js:3:5'],
])('a place is read off %s', (frame, place) => {
  const error = Object.assign(new Error('no'), { stack: `Error: no\n${frame}` });
  expect(lines(() => reportToStderr(error))).toEqual([`Error: no, at ${place}\n`]);
});

test('an error of packages alone has no place', () => {
  const error = Object.assign(new Error('no'), { stack: STACK.split('\n').slice(0, 3).join('\n') });
  expect(lines(() => reportToStderr(error))).toEqual(['Error: no\n']);
});

test.each([
  ['a text', 'Thrown value that is not an Error: a text\n'],
  [undefined, 'Thrown value that is not an Error: undefined\n'],
  [Object.create(null) as object, 'Thrown value that is not an Error: A value without a text\n'],
])('anything can be thrown: %o', (thrown, line) => {
  expect(lines(() => reportToStderr(thrown))).toEqual([line]);
});

test('a listener that throws hides nothing, whatever it was told', () => {
  const listener = safeListener(() => {
    throw new Error('broken');
  });
  const [told, failed] = lines(() => listener(Object.create(null)));
  expect(told).toBe('Thrown value that is not an Error: A value without a text\n');
  expect(failed).toMatch(/^Error: broken, at /);
});

test('what the other side sent is made printable, and cut', () => {
  const error = Object.assign(new Error(`no \u001b]52;c;eA==\u0007\u202e${'x'.repeat(5_000)}`), { stack: '' });
  const [line = ''] = lines(() => reportToStderr(error, 'a \u001b[2Jserver'));
  expect(line.startsWith(`a server: Error: no ${'x'.repeat(1_000)}`)).toBe(true);
  expect(line).toHaveLength('a server: '.length + 4_000 + '… (1012 more characters)\n'.length);
});

test('more than 100 reports in a second are counted', () => {
  const written = lines(() => {
    for (let count = 0; count < 150; count++) reportToStderr('x');
    vi.advanceTimersByTime(1_000);
    reportToStderr('y');
  });
  expect(written).toHaveLength(102);
  expect(written.slice(100)).toEqual([
    '50 more errors were reported and are omitted\n',
    'Thrown value that is not an Error: y\n',
  ]);
});
