/**
 * Goes on with a value: at once if it is known, else when its promise resolves. So what needs no promise is answered without one, and
 * what throws at once throws at once.
 */
/** A value, or a promise of it. */
export type Known<Value> = Value | Promise<Value>;

export function whenKnown<Value, Result>(
  value: Value | PromiseLike<Value>,
  goOn: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return isThenable(value) ? Promise.resolve(value).then(goOn) : goOn(value);
}

function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
