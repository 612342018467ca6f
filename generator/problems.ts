import { groupBy } from './collections.js';

/** A location in a schema file. Lines and columns count from 1. */
export interface Place {
  /** The file, relative to the working folder. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

/** Compares two places of a file. */
export function comparePositions(a: Place, b: Place): number {
  return a.line === b.line ? a.column - b.column : a.line - b.line;
}

/** One problem of a schema, and what to do about it. */
export interface Problem extends Place {
  /** What is wrong, in a sentence without a period. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** All problems of a schema, by file and line. Thrown once, after everything was checked. */
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

/** Collects problems, so that one run reports all of them. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  add(place: Place, message: string, remedy: string): void {
    const { file, line, column } = place;
    this.#problems.push({ file, line, column, message, remedy });
  }

  /** All problems, by file and line. */
  get all(): readonly Problem[] {
    const byFile = [...groupBy(this.#problems, ({ file }) => file).values()];
    return byFile.flatMap((problems) => problems.toSorted(comparePositions));
  }

  /** @throws {SchemaProblems} if there are any. */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new SchemaProblems(this.all);
  }
}

/**
 * Calls a function for each revision. A problem of a file that several revisions share is listed once, with their names.
 *
 * @throws {SchemaProblems} with the problems of all revisions
 */
export async function eachRevision<Item extends { readonly revision: string }, Made>(
  items: readonly Item[],
  make: (item: Item) => Made | Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  const found: RevisionProblems[] = [];
  for (const item of items) {
    try {
      made.push(await make(item));
    } catch (error) {
      if (!(error instanceof SchemaProblems)) throw error;
      found.push({ revision: item.revision, problems: error.problems });
    }
  }
  if (found.length > 0) throw new SchemaProblems(joinProblems(found, items.length));
  return made;
}

/** The problems of one revision. */
export interface RevisionProblems {
  readonly revision: string;
  readonly problems: readonly Problem[];
}

/**
 * Returns the problems of several revisions. A problem of an extension is listed once, with the revisions that have it.
 *
 * @param count the number of revisions, including those without problems. Default: the number of revisions passed
 */
export function joinProblems(found: readonly RevisionProblems[], count = found.length): readonly Problem[] {
  const all = found.flatMap(({ revision, problems }) => problems.map((problem) => ({ revision, problem })));
  const groups = groupBy(all, ({ problem: { file, line, column, message } }) =>
    JSON.stringify([file, line, column, message]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { problem, revision } = first;
    const isOwn = problem.file.replaceAll('\\', '/').endsWith(`${revision}/schema.ts`);
    if (isOwn || count < 2) return group.map((each) => each.problem);
    const revisions = group.map((each) => each.revision).join(', ');
    return [{ ...problem, message: `${problem.message} (in ${revisions})` }];
  });
}
