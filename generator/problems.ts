import { groupBy } from './collections.js';

/** Where something stands in a schema file. Lines and columns count from 1. */
export interface Place {
  /** The file, relative to the working folder. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

/** One thing that is wrong with a schema, and what to do about it. */
export interface Problem extends Place {
  /** What is wrong, in a sentence without a period. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** All that is wrong with a schema, file by file, in the order of their lines. Thrown once, after everything has been looked at. */
export class SchemaProblems extends Error {
  /** Sorted by file and line. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`).join('\n'));
    this.name = 'SchemaProblems';
    this.problems = problems;
  }
}

/** Thrown when an argument cannot be used: an unknown revision, a file that does not exist, data of another format. */
export class InputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InputError';
  }
}

/** Gathers problems, so that one run names them all. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  add(place: Place, message: string, remedy: string): void {
    const { file, line, column } = place;
    this.#problems.push({ file, line, column, message, remedy });
  }

  /** @throws {SchemaProblems} if there are any. */
  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    const byFile = [...groupBy(this.#problems, ({ file }) => file).values()];
    throw new SchemaProblems(
      byFile.flatMap((problems) => problems.toSorted((a, b) => a.line - b.line || a.column - b.column)),
    );
  }
}
