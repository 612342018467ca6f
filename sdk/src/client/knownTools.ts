import { Holding, InvalidMessageError, weigh, type ErrorListener, type Issue, type Quota } from '@mcp-gen/runtime';
import type { CallToolResult, Tool } from '@mcp-gen/protocol/author';
import { within, type Patience } from './waiting.js';
import { describeIssues } from '../schema/issues.js';
import { ToolHeaders } from './toolHeaders.js';

/** The oldest revision whose tools say what they return. */
const FIRST_WITH_OUTPUT = '2025-06-18';

/** Bytes that the output schemas of all tools may take in memory: a server may list any number. */
const SIZE_LIMIT = 8 * 1024 * 1024;

/** Bytes of a tool beside its schema. */
const TOOL_SIZE = 200;

/** Compiles a schema of the server, and says which it is if it cannot be used. */
export type Compile = (schema: object, what: string) => Promise<(value: unknown) => readonly Issue[]>;

/** What the results of tools are checked with. */
export interface KnownToolsParts {
  readonly compile: Compile;
  readonly report: ErrorListener;
  /** Reads the list of the tools, each page of which is learnt. */
  readonly list: (options: { readonly signal: AbortSignal }) => Promise<unknown>;
  /** Counts what is known. */
  readonly quota: Quota;
}

/** What is known of a tool. */
interface KnownTool {
  /** Whether it is called as a task, in the revision whose tools say so: `optional`, or `required`. */
  readonly taskSupport: unknown;
  /** What it returns; nothing if it does not say. */
  readonly schema: object | undefined;
  /** The bytes that are counted for it. */
  readonly size: number;
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
  /** By the names of tools, with the bytes that they take. */
  #known = new Map<string, KnownTool>();
  /** The bytes of all of them. */
  readonly #held: Holding;
  readonly #headers: ToolHeaders;
  #isTooLarge = false;
  /** The whole list being read, or read. */
  #listing: ReadList | undefined;
  readonly #checks = new WeakMap<object, ReturnType<Compile>>();

  constructor(parts: KnownToolsParts) {
    this.#parts = parts;
    this.#held = new Holding(parts.quota, 'retained');
    this.#headers = new ToolHeaders(parts.quota, parts.report);
  }

  /** Takes note of the tools of one page. The first one beyond the limit is reported; nothing is known of it, and of those behind it. */
  learn(tools: readonly Tool[], revision: string): void {
    if (revision < FIRST_WITH_OUTPUT) return;
    this.#headers.learn(tools);
    for (const tool of tools) {
      const { name, outputSchema: schema } = tool;
      const { execution } = tool as { readonly execution?: { readonly taskSupport?: unknown } };
      const size = TOOL_SIZE + name.length + weigh(schema, SIZE_LIMIT);
      const total = this.#held.bytes + size - (this.#known.get(name)?.size ?? 0);
      if (total > SIZE_LIMIT || !this.#held.set(total)) return this.#reportTooLarge(name);
      this.#known.set(name, { schema, size, taskSupport: execution?.taskSupport });
    }
  }

  /** Returns the headers that repeat arguments of a tool, as far as it is known; undefined if there are none. */
  headersOf(name: string, args: unknown): { readonly [name: string]: string } | undefined {
    return this.#headers.headersOf(name, args);
  }

  /**
   * Returns whether a tool is to be called as a task, in the revision whose tools say so. If it is not known, the list is read first.
   *
   * @param isWanted whether it is to be where the tool lets the caller choose
   */
  async takesTask(name: string, isWanted: boolean, patience: Patience): Promise<boolean> {
    if (!this.#known.has(name)) await this.#readFor(patience);
    const taskSupport = this.#known.get(name)?.taskSupport;
    return taskSupport === 'required' || (isWanted && taskSupport === 'optional');
  }

  /** Reported once for each list: a server may have any number of tools behind this one. */
  #reportTooLarge(name: string): void {
    if (this.#isTooLarge) return;
    this.#isTooLarge = true;
    const reason = `The output schemas of the server take more than ${SIZE_LIMIT} bytes, or than the ledger allows`;
    this.#parts.report(new Error(`${reason}: results of the tool ${name}, and of those behind it, are not checked`));
  }

  /** Forgets the lists: the tools are others now. */
  forget(): void {
    this.#known = new Map();
    this.#held.close();
    this.#headers.forget();
    this.#isTooLarge = false;
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
    if (!this.#known.has(name) && result.structuredContent !== undefined) {
      return this.#listed(name, result, patience);
    }
    const schema = this.#known.get(name)?.schema;
    return schema === undefined ? undefined : this.#check(name, schema, result);
  }

  async #listed(name: string, result: CallToolResult, patience: Patience): Promise<void> {
    await this.#readFor(patience);
    const schema = this.#known.get(name)?.schema;
    if (schema !== undefined) await this.#check(name, schema, result);
  }

  /** Reads the list, for all that need it. */
  async #readFor(patience: Patience): Promise<void> {
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
