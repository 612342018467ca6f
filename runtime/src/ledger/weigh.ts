/** What a value takes on the heap, in bytes, about: an empty object, a property or an item, a string beside its characters, a number. */
const OBJECT = 56;
const MEMBER = 16;
const STRING = 24;
const NUMBER = 16;

/**
 * Estimates what a JSON value takes on the heap. Takes time linear in the number of values, and no stack.
 *
 * @param enough a weight from which on no more is examined. Default: everything is.
 * @returns bytes; at least `enough` if the value weighs more than that.
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

/** Returns the weight of a member without what is in it, which is put among what waits. */
function add(member: unknown, waiting: object[]): number {
  if (typeof member !== 'object' || member === null) return MEMBER + weightOf(member);
  waiting.push(member);
  return MEMBER;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return STRING + value.length;
  return typeof value === 'number' ? NUMBER : 0;
}
