/** The address of the explorer follows what is typed, without a change for each key. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AddressNotes, NOTE_DELAY } from '../../site/explorer/addressNotes.js';

let written: string[] = [];
const notes = new AddressNotes((address) => written.push(address));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  written = [];
});
afterEach(() => vi.useRealTimers());

test('many changes in a row are written once, as the last of them', () => {
  for (let key = 0; key < 500; key++) {
    notes.note(`#check?message=${key}`);
    vi.advanceTimersByTime(50);
  }
  expect(written).toEqual([]);
  vi.advanceTimersByTime(NOTE_DELAY);
  expect(written).toEqual(['#check?message=499']);
});

test('no typing makes more than the 100 changes in 30 seconds that Safari allows', () => {
  for (let time = 0; time < 30_000; time += NOTE_DELAY) {
    notes.note('#check');
    vi.advanceTimersByTime(NOTE_DELAY);
  }
  expect(written.length).toBeLessThan(100);
});

test('what waits is written at once before the page is left, or never', () => {
  notes.note('#a');
  notes.flush();
  expect(written).toEqual(['#a']);
  notes.flush();
  notes.note('#b');
  notes.drop();
  vi.advanceTimersByTime(NOTE_DELAY * 2);
  expect(written).toEqual(['#a']);
});
