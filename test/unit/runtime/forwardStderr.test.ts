/** What servers write to stderr, as this process writes it to its own. */

import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StderrForwarder } from '../../../runtime/src/transports/forwardStderr.js';
import { stopDates } from '../../support/clock.js';

function open() {
  stopDates();
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const forwarder = new StderrForwarder(new Readable({ read: () => undefined }));
  /** Returns what has been written since the last time. */
  const shown = (): string => {
    const text = written.mock.calls.map(([chunk]) => String(chunk)).join('');
    written.mockClear();
    return text;
  };
  return { forwarder, shown, written };
}

const LINE = `${'x'.repeat(1_023)}\n`;

test('is made printable, across pieces', () => {
  const { forwarder, shown } = open();
  for (const piece of ['red \u001b', '[31mtext\u001b]52;c;', 'c2Vj\u0007!\n']) forwarder.push(piece);
  expect(shown()).toBe('red text!\n');
});

test('a line is cut, however it is cut into pieces', () => {
  const { forwarder, shown } = open();
  forwarder.push('x'.repeat(8_000));
  forwarder.push('x'.repeat(1_000));
  forwarder.push('x\nnext\n');
  expect(shown()).toBe(`${'x'.repeat(8_192)}… (809 more characters)\nnext\n`);
});

test('a flood is cut off after 1 MiB, and what is left out is counted', () => {
  const { forwarder, shown } = open();
  forwarder.push(LINE.repeat(1_024));
  expect(shown()).toHaveLength(1_048_576);
  forwarder.push(LINE.repeat(10));
  vi.advanceTimersByTime(500);
  forwarder.push(LINE.repeat(10));
  expect(shown()).toBe('');
  vi.advanceTimersByTime(600);
  forwarder.push('again\n');
  expect(shown()).toBe('\n(20480 characters of stderr left out)\nagain\n');
});

test('what was left out last is told at the end', () => {
  const { forwarder, shown } = open();
  forwarder.push(LINE.repeat(1_025));
  expect(shown()).toHaveLength(1_048_576);
  forwarder.end();
  expect(shown()).toBe('\n(1024 characters of stderr left out)\n');
});

test('nothing is written at the end if nothing is left', () => {
  const { forwarder, written } = open();
  forwarder.push('all\n');
  forwarder.end();
  expect(written.mock.calls.map(([chunk]) => chunk)).toEqual(['all\n']);
});

test('a stderr that nobody reads ends nothing, and keeps no listener', () => {
  const stderr: EventEmitter = Object.assign(new EventEmitter(), { writable: true, write: () => fails() });
  const fails = vi.fn(() => stderr.emit('error', new Error('EPIPE')));
  const replaced = vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as typeof process.stderr);
  onTestFinished(() => replaced.mockRestore());
  new StderrForwarder(new Readable({ read: () => undefined })).push('lost\n');
  expect(fails).toHaveBeenCalledOnce();
  expect(stderr.listenerCount('error')).toBe(0);
});
