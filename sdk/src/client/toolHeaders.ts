import { encodeHeader, Holding, textOfParam, weigh, type ErrorListener, type Quota } from '@mcp-gen/runtime';
import type { MirroredParam } from '@mcp-gen/runtime/http/server';
import type { Tool } from '@mcp-gen/protocol/author';
import { paramAt, paramHeadersOf, type ParamHeader } from '../schema/paramHeaders.js';

/** Bytes that the annotations of all tools may take in memory: a server may list any number. */
const SIZE_LIMIT = 1024 * 1024;

/** Bytes of a tool beside its annotations. */
const TOOL_SIZE = 200;

/** A tool some of whose arguments are repeated. */
interface AnnotatedTool {
  readonly headers: readonly ParamHeader[];
  /** The bytes that are counted for it. */
  readonly size: number;
}

/** The headers that repeat arguments of a server's tools, from the lists that were read. */
export class ToolHeaders {
  readonly #tools = new Map<string, AnnotatedTool>();
  readonly #held: Holding;
  readonly #report: ErrorListener;
  #isTooLarge = false;

  /** @param quota counts what is known of the tools */
  constructor(quota: Quota, report: ErrorListener) {
    this.#held = new Holding(quota, 'retained');
    this.#report = report;
  }

  /** Takes note of the tools of one page. The first one beyond the limit is reported; nothing is known of it, and of those behind it. */
  learn(tools: readonly Pick<Tool, 'name' | 'inputSchema'>[]): void {
    for (const { name, inputSchema } of tools) {
      const headers = headersIn(inputSchema);
      const before = this.#tools.get(name)?.size ?? 0;
      const size = headers.length === 0 ? 0 : TOOL_SIZE + name.length + weigh(headers, SIZE_LIMIT);
      const total = this.#held.bytes + size - before;
      if (total > SIZE_LIMIT || !this.#held.set(total)) return this.#reportTooLarge(name);
      if (size === 0) this.#tools.delete(name);
      else this.#tools.set(name, { headers, size });
    }
  }

  /** Returns the arguments of a call that headers repeat, as far as its tool is known. */
  mirrored(name: string, args: unknown): readonly MirroredParam[] {
    const { headers = [] } = this.#tools.get(name) ?? {};
    return headers.map(({ header, path }) => ({ header, value: paramAt(args, path) }));
  }

  /** Returns the headers that repeat arguments of a call, as far as its tool is known; undefined if there are none. */
  headersOf(name: string, args: unknown): { readonly [name: string]: string } | undefined {
    if (!this.#tools.has(name)) return undefined;
    const repeated = this.mirrored(name, args).flatMap(({ header, value }) => {
      const text = textOfParam(value);
      return text === undefined ? [] : [[header, encodeHeader(text)] as const];
    });
    return Object.fromEntries(repeated);
  }

  /** Forgets the lists: the tools are others now. */
  forget(): void {
    this.#tools.clear();
    this.#held.close();
    this.#isTooLarge = false;
  }

  /** Reported once for each list: a server may have any number of tools behind this one. */
  #reportTooLarge(name: string): void {
    if (this.#isTooLarge) return;
    this.#isTooLarge = true;
    const reason = `The annotations of the server's tools take more than ${SIZE_LIMIT} bytes, or than the ledger allows`;
    this.#report(new Error(`${reason}: headers repeat no arguments of the tool ${name}, and of those behind it`));
  }
}

/** A schema whose annotations are not allowed has none: the tool is left out of lists where that matters. */
function headersIn(schema: object): readonly ParamHeader[] {
  try {
    return paramHeadersOf(schema);
  } catch {
    return [];
  }
}
