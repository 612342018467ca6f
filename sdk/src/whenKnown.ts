/** A value, or a promise of it. */
export type Known<Value> = Value | Promise<Value>;

/**
 * Goes on with a value: at once if it is known, else when its promise resolves. So what needs no promise is answered without one, and
 * what throws at once throws at once.
 *
 * @param goOn a function that needs no closure: `entry` and `context` are handed on to it
 */
export function whenKnown<Value, Result, Entry, Context>(
  value: Value | PromiseLike<Value>,
  goOn: (value: Value, entry: Entry, context: Context) => Result | Promise<Result>,
  entry: Entry,
  context: Context,
): Result | Promise<Result> {
  if (!isThenable(value)) return goOn(value, entry, context);
  return Promise.resolve(value).then((known) => goOn(known, entry, context));
}

function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
