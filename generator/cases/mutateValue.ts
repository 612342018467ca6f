/** Changes one place of a value. */

import { ANYTHING, isRecord } from './sampleShape.js';
import type { Random } from './random.js';

/** Returns a copy of a value with one place changed. The result may be valid. */
export function mutateValue(value: unknown, random: Random): unknown {
  const places = [...placesIn(value, [])];
  // In a large value, the root would hardly ever be picked.
  const place = random.chance(20) ? [] : random.pick(places);
  return changeAt(value, place, (part) => mutated(part, random));
}

type Path = readonly (string | number)[];

function* placesIn(value: unknown, path: Path): Generator<Path> {
  yield path;
  if (!Array.isArray(value) && !isRecord(value)) return;
  for (const [key, part] of Object.entries(value)) yield* placesIn(part, [...path, key]);
}

/** Nothing, for a property that is removed. */
const REMOVED = Symbol('removed');

function changeAt(value: unknown, [key, ...rest]: Path, change: (part: unknown) => unknown): unknown {
  if (key === undefined) {
    const changed = change(value);
    return changed === REMOVED ? null : changed;
  }
  const changed = (part: unknown): unknown => (rest.length === 0 ? change(part) : changeAt(part, rest, change));
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => (String(index) === key ? changed(item) : item));
    return items.filter((item) => item !== REMOVED);
  }
  const entries = Object.entries(value as object).map(
    ([name, part]: [string, unknown]) => [name, name === key ? changed(part) : part] as const,
  );
  return Object.fromEntries(entries.filter(([, part]) => part !== REMOVED));
}

function mutated(value: unknown, random: Random): unknown {
  const changes: (() => unknown)[] = [() => random.pick(ANYTHING), () => REMOVED, () => [value], () => ({ value })];
  if (typeof value === 'string')
    changes.push(
      () => `${value}x`,
      () => value.toUpperCase(),
    );
  if (typeof value === 'number')
    changes.push(
      () => value + 0.5,
      () => -value,
      () => `${value}`,
      () => value * 1e6,
    );
  if (typeof value === 'boolean')
    changes.push(
      () => Number(value),
      () => String(value),
    );
  if (Array.isArray(value))
    changes.push(
      () => value.slice(1) as unknown,
      () => [...(value as unknown[]), ...(value as unknown[])],
      () => Object.assign({}, value) as unknown,
    );
  if (isRecord(value))
    changes.push(
      () => ({ ...value, [random.pick(['type', 'other'])]: random.pick(ANYTHING) }),
      () => Object.values(value),
    );
  return random.pick(changes)();
}
