/** Work of which only a part runs at a time. */

/** Returns a function that waits while as many of its calls run. */
export function limited<Value, Result>(
  limit: number,
  run: (value: Value) => Promise<Result>,
): (value: Value) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (value) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await run(value);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
