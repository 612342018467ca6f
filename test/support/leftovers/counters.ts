/** Counters in fields of sources that are not back at 0 when everything is closed, and those that are ever below 0. */

import { expect } from 'vitest';
import { isKeeping, onKeepNothing } from './keeping.js';
import { LASTING } from './lastingFields.js';
import type { Leftovers } from './leftovers.js';
import { placeBefore, sourcesOf } from './places.js';

interface Count {
  value: number;
  /** The test that ran when it left 0. */
  readonly test: string | undefined;
}

/** The objects whose counters are not 0, for each field: `sdk/src/tasks/callers.ts running`. */
let counts = new Map<string, Map<object, Count>>();
/** What is found at the call itself. An error that is thrown there may be swallowed. */
let errors: string[] = [];

onKeepNothing(() => {
  counts = new Map();
});

/** Called for each new value of a counter: see watchedFields.ts. */
export function count(object: object, value: number, field: string): void {
  if (!(value >= 0)) errors.push([`${field} is ${value}`, ...sourcesOf(placeBefore(count))].join('\n'));
  if (LASTING.has(field)) return;
  if (value === 0) {
    counts.get(field)?.delete(object);
    return;
  }
  let objects = counts.get(field);
  if (objects === undefined) counts.set(field, (objects = new Map<object, Count>()));
  const known = objects.get(object);
  if (known !== undefined) known.value = value;
  else if (isKeeping()) objects.set(object, { value, test: expect.getState().currentTestName });
}

/** Begins to watch: what is counted now does not count. */
export function watchCounters(): Leftovers {
  counts = new Map();
  errors = [];
  return () => [
    ...errors,
    ...[...counts].flatMap(([field, objects]) =>
      Array.from(objects.values(), ({ value, test }) => `${field} is ${value}, not 0\n    in the test "${test}"`),
    ),
  ];
}
