/** Which of many things that refer to each other say the same. */

/** What a thing says by itself, and the keys of those it refers to, in order. A key that nobody has stands for itself. */
export interface Statement {
  readonly text: string;
  readonly references: readonly string[];
}

/**
 * Numbers things by what they say: two have the same number exactly if their texts are equal and what they refer to is
 * alike, however far that goes. Circles of references are no obstacle.
 */
export function numberAlike(statements: ReadonlyMap<string, Statement>): ReadonlyMap<string, number> {
  let numbers = numbered(statements, ({ text }) => text);
  for (;;) {
    const known = numbers;
    const refined = numbered(statements, ({ references }, key) =>
      [known.get(key), ...references.map((reference) => known.get(reference) ?? reference)].join(' '),
    );
    if (new Set(refined.values()).size === new Set(numbers.values()).size) return refined;
    numbers = refined;
  }
}

function numbered(
  statements: ReadonlyMap<string, Statement>,
  describe: (statement: Statement, key: string) => string,
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const numberOf = (description: string): number => {
    const number = numbers.get(description) ?? numbers.size;
    numbers.set(description, number);
    return number;
  };
  return new Map([...statements].map(([key, statement]) => [key, numberOf(describe(statement, key))]));
}
