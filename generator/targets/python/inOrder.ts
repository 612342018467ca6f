/** Puts statements in an order in which Python can read them. */

/** A statement that defines a name. */
export interface Statement {
  readonly name: string;
  /** The names that Python evaluates in it. */
  readonly needs: ReadonlySet<string>;
  /** @param known the names that are defined above it: others must be strings */
  readonly print: (known: ReadonlySet<string>) => string;
}

/** Prints statements in their order, but each after those that it needs. In a circle, the first comes first. */
export function inOrder(statements: readonly Statement[]): readonly string[] {
  const known = new Set<string>();
  const texts: string[] = [];
  let waiting = [...statements];
  while (waiting.length > 0) {
    const next = waiting.find(({ needs }) => [...needs].every((name) => known.has(name))) ?? waiting[0];
    if (next === undefined) break;
    texts.push(next.print(known));
    known.add(next.name);
    waiting = waiting.filter((each) => each !== next);
  }
  return texts;
}
