/** Estimated heap bytes of an empty object, a property or an item, a string without its characters, and a number. */
const OBJECT = 56;
const MEMBER = 16;
const STRING = 24;
const NUMBER = 16;

/**
 * Estimated heap bytes of a request beside its params, measured with Node 20: its exchange, promises, and signal; over HTTP also the
 * objects of the platform.
 */
export const REQUEST_BYTES: { readonly [Name in 'unhandled' | 'running' | 'runningOverHttp']: number } = {
  /** Read from a connection, and not handled yet. */
  unhandled: 4 * 1024,
  /** Its handler has not ended. */
  running: 512,
  /** Its handler has not ended, and an HTTP response is open for it. */
  runningOverHttp: 16 * 1024,
};

/**
 * Estimates the heap size of a JSON value. Takes linear time in the number of values, and does not recurse.
 *
 * @param enough the size at which to stop. Default: the whole value is examined.
 * @returns the bytes; at least `enough` if the value is larger.
 */
export function weigh(value: unknown, enough: number = Infinity): number {
  if (typeof value !== 'object' || value === null) return weightOf(value);
  let weight = 0;
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next !== undefined && weight < enough; next = waiting.pop()) {
    weight += OBJECT;
    if (Array.isArray(next)) {
      for (const item of next as unknown[]) weight += add(item, waiting);
    } else {
      for (const name in next)
        weight += name.length + add((next as { readonly [name: string]: unknown })[name], waiting);
    }
  }
  return weight;
}

/** Returns the size of a member without its contents, which are added to `waiting`. */
function add(member: unknown, waiting: object[]): number {
  if (typeof member !== 'object' || member === null) return MEMBER + weightOf(member);
  waiting.push(member);
  return MEMBER;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return STRING + value.length;
  return typeof value === 'number' ? NUMBER : 0;
}
