/**
 * Before each test file: watches what the file starts. After it: fails if something of that is left. After each test: real timers again. See
 * CONTRIBUTING.md.
 */

import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { breakConnections } from './connections.js';
import { endAll } from './endless.js';
import { watchCounters } from './counters.js';
import { watchEntries } from './entries.js';
import { forgetInstances, instancesLeft } from './instances.js';
import { keepAgain, keepNothing } from './keeping.js';
import { watchLedgers } from './ledgers.js';
import { watchListeners } from './listeners.js';
import { recordPlaces } from './places.js';
import { watchResources } from './resources.js';
import { watchShares } from './shares.js';
import type { Leftovers } from './leftovers.js';
import { watchTimers } from './timers.js';

/** Milliseconds for which closing may go on after the last test, on a busy machine. */
const GRACE = 10_000;

/** Milliseconds in which programs notice what the last test has closed. */
const NOTICED = 50;

/** The tests that are watched. The others mostly run programs in other processes, and have not been read through yet. */
const WATCHED =
  /[/\\]test[/\\](?:apps|auth|bind|conformance|conversions|examples|interop|limits|newMessages|openapi|redis|sdk|specification|stores|talk|transports|unit)[/\\]/;

/** The timer and the clock of the platform, which tests replace. */
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

let watched: readonly Leftovers[] = [];

const isWatched = (): boolean => WATCHED.test(expect.getState().testPath ?? '');

beforeAll(() => {
  recordPlaces(isWatched());
  keepAgain();
  watched = [
    watchTimers(),
    watchLedgers(),
    watchShares(),
    watchListeners(),
    watchEntries(),
    watchCounters(),
    watchResources(),
  ];
});

afterEach(() => void vi.useRealTimers());

afterAll(async () => {
  endAll();
  breakConnections();
  // While the next file is loaded, nobody knows yet whether it is watched.
  recordPlaces(true);
  if (!isWatched()) return;
  // A client notices only now that a server has closed, and connects again for good if nobody has closed it.
  await new Promise((resolve) => setTimeout(resolve, NOTICED));
  const started = await settled(() => watched.flatMap((leftovers) => leftovers()), 5);
  // What is still running keeps objects, and so do the watchers.
  if (started.length === 0) keepNothing();
  const texts = started.length > 0 ? started : await settled(instancesLeft, 200);
  forgetInstances();
  if (texts.length === 0) return;
  throw new Error(
    `The tests of this file leave something behind. Close what they start, or correct the source that keeps it:\n${counted(texts).join('\n')}`,
  );
});

/** Looks for what is left until there is nothing, or its time is over. */
async function settled(look: Leftovers, pause: number): Promise<readonly string[]> {
  const end = now() + GRACE;
  let texts = look();
  while (texts.length > 0 && now() < end) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    texts = look();
  }
  return texts;
}

/** Returns each text once, with its number if there are several. */
function counted(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? `- ${text}` : `- ${count} times: ${text}`));
}
