/** Stores, limiters, buses, and routers whose calls fail, are slow, or overtake each other. */

/** A call of a method of a store. */
export interface StoreCall {
  readonly method: string;
  readonly given: readonly unknown[];
  /** Makes the call. */
  readonly run: () => unknown;
}

/** Returns the store with each call answered by `answer`. */
export function intercepted<Store extends object>(store: Store, answer: (call: StoreCall) => unknown): Store {
  return new Proxy(store, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) =>
        answer({ method: String(method), given, run: () => value.apply(target, given) as unknown });
    },
  });
}

/** How a store that is down answers: it throws, or it rejects. */
export const FAILURES: readonly (readonly [how: string, fail: (error: Error) => never | Promise<never>])[] = [
  [
    'throws',
    (error) => {
      throw error;
    },
  ],
  ['rejects', (error) => Promise.reject(error)],
];

/** Returns the store with the calls rejected for which `isDown` returns true. */
export function failing<Store extends object>(
  store: Store,
  error: Error,
  isDown: (method: string, key: string) => boolean = () => true,
): Store {
  return intercepted(store, ({ method, given: [key], run }) =>
    isDown(method, String(key)) ? Promise.reject(error) : run(),
  );
}

/** Returns the store with each call delayed by a turn of the event loop. */
export function slowly<Store extends object>(store: Store): Store {
  return delayed(store, () => 1);
}

/** Turns of the event loop for `overtaking`: a call that nobody waits for is processed among the next calls, or after all others. */
export const TURNS = [3, 50];

/**
 * Returns the store with delayed calls: one that starts while no other is pending takes `turns` turns of the event loop, and each other call
 * takes one turn, so that later calls overtake one that nobody waits for.
 */
export function overtaking<Store extends object>(store: Store, turns: number): Store {
  return delayed(store, (pending) => (pending === 0 ? turns : 1));
}

/** Seeds for `reordering`. */
export const SEEDS: readonly number[] = Array.from({ length: 20 }, (_, seed) => seed);

/**
 * Returns the store with each call delayed by a random number of turns of the event loop, so that calls that do not wait for each other are
 * processed in another order, and answered in another one.
 */
export function reordering<Store extends object>(store: Store, seed: number): Store {
  let state = seed;
  return delayed(store, () => {
    // The low bits of such a generator repeat.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 16);
  });
}

/** Delays each call by some turns of the event loop, which depend on how many others are pending. */
function delayed<Store extends object>(store: Store, turnsFor: (pending: number) => number): Store {
  let pending = 0;
  return intercepted(store, async ({ run }) => {
    const turns = turnsFor(pending++);
    try {
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      return await run();
    } finally {
      pending--;
    }
  });
}
