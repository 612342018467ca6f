/** Finds structurally equal items in a graph of references. */

/** The text of one item, and the keys of the items that it refers to. An unknown key is compared as a string. */
export interface Statement<Key> {
  readonly text: string;
  readonly references: readonly Key[];
  /** Whether order and repetition of the references are ignored. Default false. */
  readonly unordered?: boolean;
}

/**
 * Numbers items by structure: two items have the same number if and only if their texts are equal and their references have the same
 * numbers, at any depth. Cycles are allowed.
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
