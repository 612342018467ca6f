/** Finds out which of many things that refer to each other are structurally equal. */

/** What a thing says by itself, and the keys of those it refers to. A key that nobody has stands for itself. */
export interface Statement<Key> {
  readonly text: string;
  readonly references: readonly Key[];
  /** Order and repetition of the references do not count. */
  readonly unordered?: boolean;
}

/**
 * Numbers things by what they say: two have the same number exactly if their texts are equal and what they refer to is
 * alike, however far that goes. Cycles are allowed.
 */
export function numberAlike<Key>(statements: ReadonlyMap<Key, Statement<Key>>): ReadonlyMap<Key, number> {
  let numbers = numbered(statements, ({ text }) => text);
  for (;;) {
    const known = numbers;
    const refined = numbered(statements, ({ references, unordered }, key) => {
      const numbersOf = references.map((reference) => known.get(reference) ?? String(reference));
      return [known.get(key), ...(unordered ? [...new Set(numbersOf)].sort() : numbersOf)].join(' ');
    });
    if (new Set(refined.values()).size === new Set(numbers.values()).size) return refined;
    numbers = refined;
  }
}

function numbered<Key>(
  statements: ReadonlyMap<Key, Statement<Key>>,
  describe: (statement: Statement<Key>, key: Key) => string,
): ReadonlyMap<Key, number> {
  const numbers = new Map<string, number>();
  const numberOf = (description: string): number => {
    const number = numbers.get(description) ?? numbers.size;
    numbers.set(description, number);
    return number;
  };
  return new Map([...statements].map(([key, statement]) => [key, numberOf(describe(statement, key))]));
}
