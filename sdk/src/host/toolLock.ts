import { checkOptions, type OptionNames } from '../options.js';
import type { ListedTool } from '../client/listedTool.js';
import { contractDigest, contractOf, type LockFile } from './lock.js';

/** How a tool differs from the reviewed ones: its contract has changed, or it is not in the lock file. */
export type ToolDrift = 'changed' | 'unreviewed';

/** Restricts the tools of a host to reviewed ones. */
export interface HostLock {
  /** The reviewed contracts. `readLock` reads them from `mcp.lock.json`. */
  readonly reviewed: LockFile;
  /**
   * What happens to a tool that has changed since the review, or is not in the lock file. `withhold`: it is not offered, and reported.
   * `ask`: it is offered with `drift`, and `consent` is requested for each call. Default `withhold`.
   */
  readonly onDrift?: 'withhold' | 'ask' | undefined;
}

const HOST_LOCK: OptionNames<HostLock> = { reviewed: true, onDrift: true };

/** @throws {TypeError} if it is not a lock, or has unknown options. */
export function checkHostLock(lock: HostLock): void {
  checkOptions('the option lock of the host', lock, HOST_LOCK);
  const { reviewed, onDrift = 'withhold' } = lock;
  // Programs in plain JavaScript can pass any value.
  const servers: unknown = (reviewed as Partial<LockFile> | undefined)?.servers;
  if (typeof servers !== 'object' || servers === null) {
    throw new TypeError(
      'Invalid option "lock" for the host: expected { reviewed }, with the result of readLock("mcp.lock.json")',
    );
  }
  if (!['withhold', 'ask'].includes(onDrift)) {
    throw new TypeError(
      `Invalid option "lock.onDrift" for the host: expected "withhold" or "ask", got ${JSON.stringify(onDrift)}`,
    );
  }
}

/** The reviewed tools of one server. */
export class ToolLock {
  readonly #server: string;
  readonly #isWithholding: boolean;
  readonly #digests: ReadonlyMap<string, string>;
  readonly #report: (error: unknown) => void;

  constructor(server: string, { reviewed, onDrift }: HostLock, report: (error: unknown) => void) {
    const tools = Object.hasOwn(reviewed.servers, server) ? (reviewed.servers[server]?.tools ?? []) : [];
    this.#server = server;
    this.#isWithholding = onDrift !== 'ask';
    // Computed again: the reviewed content counts, not the digest in the file.
    this.#digests = new Map(tools.map(({ digest: _, ...tool }) => [tool.name, contractDigest(tool)]));
    this.#report = report;
  }

  /** Returns the tools that are offered. Withheld tools are reported together. */
  apply<Tool extends ListedTool & { readonly original: string }>(
    tools: readonly Tool[],
  ): readonly (Tool & { readonly drift?: ToolDrift })[] {
    const compared = tools.map((tool) => ({ tool, drift: this.#driftOf(tool) }));
    const drifted = compared.filter(({ drift }) => drift !== undefined);
    if (drifted.length > 0 && this.#isWithholding) this.#reportWithheld(drifted);
    return compared.flatMap(({ tool, drift }): readonly (Tool & { readonly drift?: ToolDrift })[] => {
      if (drift === undefined) return [tool];
      return this.#isWithholding ? [] : [{ ...tool, drift }];
    });
  }

  #driftOf(tool: ListedTool & { readonly original: string }): ToolDrift | undefined {
    const reviewed = this.#digests.get(tool.original);
    if (reviewed === undefined) return 'unreviewed';
    return reviewed === contractDigest(contractOf({ ...tool, name: tool.original })) ? undefined : 'changed';
  }

  #reportWithheld(
    drifted: readonly { readonly tool: { readonly original: string }; readonly drift?: ToolDrift | undefined }[],
  ): void {
    const named = drifted.slice(0, MAX_NAMED).map(({ tool, drift }) => `${JSON.stringify(tool.original)} (${drift})`);
    const rest = drifted.length - named.length;
    this.#report(
      new Error(
        `Withheld ${drifted.length} tools of the server ${this.#server} that differ from the reviewed ones: ${named.join(', ')}` +
          `${rest > 0 ? `, and ${rest} more` : ''}. mcp-gen bind --check shows what changed, and --update accepts it`,
      ),
    );
  }
}

/** Maximum number of tool names in a report. */
const MAX_NAMED = 10;
