import { InvalidMessageError, type ErrorListener, type Issue } from '@mcp-gen/runtime';
import type { CallToolResult, Tool } from '@mcp-gen/protocol/author';
import { within, type Patience } from './waiting.js';
import { describeIssues } from '../schema/issues.js';

/** The oldest revision whose tools say what they return. */
const FIRST_WITH_OUTPUT = '2025-06-18';

/** Tools that are remembered: a server may list any number. */
const MOST_TOOLS = 10_000;

/** Compiles a schema of the server, and says which it is if it cannot be used. */
export type Compile = (schema: object, what: string) => Promise<(value: unknown) => readonly Issue[]>;

/** What the results of tools are checked with. */
export interface KnownToolsParts {
  readonly compile: Compile;
  readonly report: ErrorListener;
  /** Reads the list of the tools, each page of which is learnt. */
  readonly list: (options: { readonly signal: AbortSignal }) => Promise<unknown>;
}

/** A list of tools that is being read, for all calls that need it. */
interface ReadList {
  /** Never rejects. */
  readonly done: Promise<void>;
  readonly stop: AbortController;
  /** How many calls wait for it. */
  waiting: number;
  isDone: boolean;
}

/** What is known of the results of a server's tools, from the lists that were read. */
export class KnownTools {
  readonly #parts: KnownToolsParts;
  /** By the names of tools; nothing for those that do not say what they return. */
  #schemas = new Map<string, object | undefined>();
  /** The whole list being read, or read. */
  #listing: ReadList | undefined;
  readonly #checks = new WeakMap<object, ReturnType<Compile>>();

  constructor(parts: KnownToolsParts) {
    this.#parts = parts;
  }

  /** Takes note of the tools of one page. */
  learn(tools: readonly Tool[], revision: string): void {
    if (revision < FIRST_WITH_OUTPUT) return;
    for (const { name, outputSchema } of tools) {
      if (this.#schemas.size < MOST_TOOLS || this.#schemas.has(name)) this.#schemas.set(name, outputSchema);
    }
  }

  /** Forgets the lists: the tools are others now. */
  forget(): void {
    this.#schemas = new Map();
    this.#listing = undefined;
  }

  /**
   * Checks what a tool returned against what it says that it returns. A tool that failed need not have returned anything. For
   * structured content of a tool that is not known, the list is read first. A list that cannot be read and a schema that cannot be
   * used are reported, and the tool is taken as one without.
   *
   * @param patience how long the list may take
   * @returns nothing where there is nothing to check, so that most calls need not wait.
   * @throws {InvalidMessageError} if the result does not fit.
   * @throws {RequestTimeoutError} if the list takes too long.
   */
  check(name: string, result: CallToolResult, revision: string, patience: Patience = {}): Promise<void> | undefined {
    if (result.isError === true || revision < FIRST_WITH_OUTPUT) return undefined;
    if (!this.#schemas.has(name) && result.structuredContent !== undefined) {
      return this.#listed(name, result, patience);
    }
    const schema = this.#schemas.get(name);
    return schema === undefined ? undefined : this.#check(name, schema, result);
  }

  async #listed(name: string, result: CallToolResult, patience: Patience): Promise<void> {
    const listing = (this.#listing ??= this.#read());
    listing.waiting++;
    try {
      await within(listing.done, patience, 'tools/call');
    } finally {
      // A list that is no longer awaited is not read to its end.
      if (--listing.waiting === 0 && !listing.isDone) {
        listing.stop.abort();
        if (this.#listing === listing) this.#listing = undefined;
      }
    }
    const schema = this.#schemas.get(name);
    if (schema !== undefined) await this.#check(name, schema, result);
  }

  #read(): ReadList {
    const stop = new AbortController();
    const { signal } = stop;
    const done = this.#parts.list({ signal }).then(
      () => {
        listing.isDone = true;
      },
      (error: unknown) => {
        listing.isDone = true;
        if (!signal.aborted) this.#parts.report(error);
      },
    );
    const listing: ReadList = { done, stop, waiting: 0, isDone: false };
    return listing;
  }

  async #check(name: string, schema: object, { structuredContent }: CallToolResult): Promise<void> {
    const method = 'tools/call';
    if (structuredContent === undefined) {
      const reason = `The tool ${name} returned no structured content, though it has an output schema`;
      throw new InvalidMessageError(method, reason);
    }
    const check = await this.#compiled(name, schema);
    const issues = check?.(structuredContent) ?? [];
    if (issues.length === 0) return;
    throw new InvalidMessageError(
      method,
      `The tool ${name} returned what does not fit its output schema: ${describeIssues(issues)}`,
      issues,
    );
  }

  async #compiled(name: string, schema: object): Promise<Awaited<ReturnType<Compile>> | undefined> {
    let compiling = this.#checks.get(schema);
    if (compiling === undefined) {
      compiling = this.#parts.compile(schema, `the output schema of the tool ${name}`);
      this.#checks.set(schema, compiling);
      compiling.catch(this.#parts.report);
    }
    return compiling.catch(() => undefined);
  }
}
