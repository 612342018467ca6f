import {
  Holding,
  holds,
  InvalidMessageError,
  weigh,
  type ErrorListener,
  type Issue,
  type Quota,
} from '@mcp-gen/runtime';
import { outputSchema, schemaDialects, schemaReferences } from '@mcp-gen/protocol/registry/features';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { CallToolResult, Tool } from '@mcp-gen/protocol/author';
import { waitWithin, type WaitLimits } from './waitWithin.js';
import { SchemaError } from '../schema/error.js';
import { describeIssues } from '../schema/issues.js';
import { isLong, turnOfEventLoop } from '../longResults.js';
import { MIRRORING, type ToolHeaders } from './toolHeaders.js';

/** Maximum bytes in memory of the output schemas of all tools: a server may list any number. */
const SIZE_LIMIT = 8 * 1024 * 1024;

/** Estimated bytes of a tool without its schema. */
const TOOL_SIZE = 200;

/** Compiles a schema of the server. Errors name the schema. */
export type Compile = (schema: object, what: string) => Promise<(value: unknown) => readonly Issue[]>;

/** The dependencies of validating tool results. */
export interface KnownToolsParts {
  readonly compile: Compile;
  readonly report: ErrorListener;
  /** Reads the list of tools, and remembers the tools of each page. */
  readonly list: (options: { readonly signal: AbortSignal }) => Promise<unknown>;
  /** Counts the memory of known tools. */
  readonly quota: Quota;
}

/** What a server has listed about a tool. It is untrusted. */
export interface ToolFacts {
  /** Its `execution`, in revisions that have it: `{ taskSupport: 'optional' }`. */
  readonly execution: { readonly [name: string]: unknown } | undefined;
  /** Its output schema; undefined if it has none. */
  readonly schema: object | undefined;
}

/** The facts kept about a tool. */
interface KnownTool extends ToolFacts {
  /** The bytes counted for it. */
  readonly size: number;
}

/** A list of tools that is being read, shared by all calls that need it. */
interface ReadList {
  /** Never rejects. */
  readonly done: Promise<void>;
  readonly stop: AbortController;
  /** The number of calls that wait for it. */
  waiting: number;
  isDone: boolean;
}

/**
 * Returns whether a schema that cannot be used refuses results: one of an unsupported dialect does since 2025-11-25, one with an external
 * reference since 2026-07-28 (specification: Base Protocol, JSON Schema Usage). Earlier revisions only advise to validate results.
 */
function refuses(error: unknown, revision: string): error is SchemaError {
  if (!(error instanceof SchemaError) || error.unsupported === undefined) return false;
  return holds(error.unsupported === 'dialect' ? schemaDialects : schemaReferences, revision);
}

/** What a server has listed about its tools, from the lists that were read. */
export class KnownTools {
  readonly #parts: KnownToolsParts;
  /** By tool name. Another map once the tools have changed. */
  #known = new Map<string, KnownTool>();
  /** The counted bytes of all tools. */
  readonly #held: Holding;
  readonly #headers: ToolHeaders | undefined;
  #isTooLarge = false;
  /** The read of the whole list, running or finished. */
  #listing: ReadList | undefined;
  readonly #checks = new WeakMap<object, ReturnType<Compile>>();

  constructor(parts: KnownToolsParts) {
    this.#parts = parts;
    this.#held = new Holding(parts.quota, 'retained');
    this.#headers = MIRRORING?.headers(parts.quota, parts.report);
  }

  /**
   * Called before a page is requested. Returns a function that remembers the tools of a part of it, unless the tools have changed since then.
   * Tools beyond the memory limit are not remembered, and the first of them is reported.
   */
  reading(revision: string): (part: readonly Tool[]) => void {
    const known = this.#known;
    return (part) => {
      if (known === this.#known && holds(outputSchema, revision)) this.#learn(part);
    };
  }

  #learn(tools: readonly Tool[]): void {
    this.#headers?.learn(tools);
    for (const tool of tools) {
      const { name, outputSchema: schema } = tool;
      const { execution } = tool as { readonly execution?: ToolFacts['execution'] };
      const size = TOOL_SIZE + name.length + weigh(schema, SIZE_LIMIT) + weigh(execution, SIZE_LIMIT);
      const total = this.#held.bytes + size - (this.#known.get(name)?.size ?? 0);
      if (total > SIZE_LIMIT || !this.#held.set(total)) return this.#reportTooLarge(name);
      this.#known.set(name, { schema, size, execution });
    }
  }

  /** Returns the headers that mirror arguments of a tool, if the tool is known; undefined if there are none. */
  headersOf(name: string, args: unknown): { readonly [name: string]: string } | undefined {
    return this.#headers?.headersOf(name, args);
  }

  /** Returns what the server has listed about a tool; undefined if it has not. Reads the list first if the tool is not known. */
  async find(name: string, limits: WaitLimits = {}): Promise<ToolFacts | undefined> {
    if (!this.#known.has(name)) await this.#readFor(limits);
    return this.#known.get(name);
  }

  /** Reports tools that are not remembered, once for each list: a server may have any number of them. */
  #reportTooLarge(name: string): void {
    if (this.#isTooLarge) return;
    this.#isTooLarge = true;
    const reason = `The output schemas of the server exceed ${SIZE_LIMIT} bytes or the limit of the ledger`;
    this.#parts.report(new Error(`${reason}: results of the tool ${name} and of later tools are not checked`));
  }

  /** Forgets the lists. Called when the tools have changed. */
  forget(): void {
    this.#known = new Map();
    this.#held.close();
    this.#headers?.forget();
    this.#isTooLarge = false;
    this.#listing = undefined;
  }

  /**
   * Checks the result of a tool against its output schema. A failed tool need not return structured content. If a tool with structured
   * content is not known, the list is read first. An unreadable list or an unusable schema is reported once, and the result is then not
   * checked, unless the revision demands to refuse it.
   *
   * @param limits limits the time to read the list
   * @returns undefined if there is nothing to check, so that most calls need not wait.
   * @throws {InvalidMessageError} if the result does not match, or the schema refuses it.
   * @throws {RequestTimeoutError} if the list takes too long.
   */
  check(name: string, result: CallToolResult, revision: string, limits: WaitLimits = {}): Promise<void> | undefined {
    if (result.isError === true || !holds(outputSchema, revision)) return undefined;
    if (!this.#known.has(name) && result.structuredContent !== undefined) {
      return this.#listed(name, result, revision, limits);
    }
    const schema = this.#known.get(name)?.schema;
    return schema === undefined ? undefined : this.#check(name, schema, result, revision);
  }

  async #listed(name: string, result: CallToolResult, revision: string, limits: WaitLimits): Promise<void> {
    await this.#readFor(limits);
    const schema = this.#known.get(name)?.schema;
    if (schema !== undefined) await this.#check(name, schema, result, revision);
  }

  /** Reads the list once for all callers that need it. */
  async #readFor(limits: WaitLimits): Promise<void> {
    const listing = (this.#listing ??= this.#read());
    listing.waiting++;
    try {
      await waitWithin(listing.done, limits, Method.toolsCall);
    } finally {
      // Reading stops when no caller waits any longer.
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

  async #check(name: string, schema: object, result: CallToolResult, revision: string): Promise<void> {
    const method = Method.toolsCall;
    const { structuredContent } = result;
    if (structuredContent === undefined) {
      const reason = `The tool ${name} returned no structured content, though it has an output schema`;
      throw new InvalidMessageError(method, reason);
    }
    const check = await this.#compiled(name, schema, revision);
    if (isLong(result)) await turnOfEventLoop();
    const issues = check?.(structuredContent) ?? [];
    if (issues.length === 0) return;
    throw new InvalidMessageError(
      method,
      `The result of the tool ${name} does not match its output schema: ${describeIssues(issues)}`,
      issues,
    );
  }

  async #compiled(name: string, schema: object, revision: string): Promise<Awaited<ReturnType<Compile>> | undefined> {
    let compiling = this.#checks.get(schema);
    if (compiling === undefined) {
      compiling = this.#parts.compile(schema, `the output schema of the tool ${name}`);
      this.#checks.set(schema, compiling);
      compiling.catch((error: unknown) => {
        // The compiler could not be loaded. It may be with the next result.
        if (!(error instanceof SchemaError)) this.#checks.delete(schema);
        if (!refuses(error, revision)) this.#parts.report(error);
      });
    }
    return compiling.catch((error: unknown) => {
      if (!refuses(error, revision)) return undefined;
      throw new InvalidMessageError(
        Method.toolsCall,
        `The result of the tool ${name} cannot be checked: ${error.message}. Read it unchecked: client.request('${Method.toolsCall}', params)`,
      );
    });
  }
}
