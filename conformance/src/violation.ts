/** How a check says that a peer does not conform, or that it cannot be judged. */

/** The peer did what it must not do, or did not do what it must. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
}

/** The check does not apply to this peer. */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError';
}

/** Fails the check. */
export function violated(what: string): never {
  throw new ViolationError(what);
}

/** Leaves the check out, with the reason. */
export function notApplicable(reason: string): never {
  throw new NotApplicableError(reason);
}

/** Fails the check unless something is true. `what` says what was expected, and what was found. */
export function must(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) violated(what);
}

/** A value as messages quote it, at most 300 characters long. */
export function quoted(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= 300 ? text : `${text.slice(0, 300)}...`;
}
