import { nextTurn } from '@mcp-gen/runtime';

/** The number of entries that are examined at once. */
const PART = 100;

/** Milliseconds of work after which other work of the process gets its turn. */
const TURN = 10;

/** Divides a long list into parts, so that work on them does not block other work of the process. */
export async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[], void, undefined> {
  // The message of a long list has just been parsed, which took a turn.
  let began = items.length > PART ? -Infinity : performance.now();
  for (let at = 0; at < items.length; at += PART) {
    if (performance.now() - began > TURN) {
      await new Promise<void>(nextTurn);
      began = performance.now();
    }
    yield items.slice(at, at + PART);
  }
}
