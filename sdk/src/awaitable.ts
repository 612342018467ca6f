/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Calls a function with a value: synchronously, or when its promise resolves. Therefore synchronous handlers need no promise, and
 * synchronous errors are thrown synchronously.
 *
 * @param goOn receives `entry` and `context` as arguments, so that it needs no closure
 */
export function chain<Value, Result, Entry, Context>(
  value: Value | PromiseLike<Value>,
  goOn: (value: Value, entry: Entry, context: Context) => Awaitable<Result>,
  entry: Entry,
  context: Context,
): Awaitable<Result> {
  if (!isThenable(value)) return goOn(value, entry, context);
  return Promise.resolve(value).then((resolved) => goOn(resolved, entry, context));
}

function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
