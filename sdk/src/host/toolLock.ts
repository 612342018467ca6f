import { checkOptions, type OptionNames } from '../options.js';
import type { ListedTool } from '../client/listedTool.js';
import { contractDigest, contractOf, type LockFile } from './lock.js';

/** How a tool is not what was reviewed: its contract differs, or it is not in the lock file. */
export type ToolDrift = 'changed' | 'unreviewed';

/** Which tools a host offers, by what was reviewed. */
export interface HostLock {
  /** What was reviewed. `readLock` reads it from `mcp.lock.json`. */
  readonly reviewed: LockFile;
  /**
   * What happens to a tool that differs from what was reviewed, or is not in the lock file: `withhold` does not offer it, and reports it;
   * `ask` offers it with `drift`, so that `consent` is asked for each call of what nobody has reviewed. Default `withhold`.
   */
  readonly onDrift?: 'withhold' | 'ask' | undefined;
}

const HOST_LOCK: OptionNames<HostLock> = { reviewed: true, onDrift: true };

/** @throws {TypeError} if it is not a lock, or has unknown options. */
export function checkHostLock(lock: HostLock): void {
  checkOptions('the option lock of the host', lock, HOST_LOCK);
  const { reviewed, onDrift = 'withhold' } = lock;
  // Without types, anything may be given.
  const servers: unknown = (reviewed as Partial<LockFile> | undefined)?.servers;
  if (typeof servers !== 'object' || servers === null) {
    throw new TypeError("The option lock of the host needs reviewed: what readLock('mcp.lock.json') returns");
  }
  if (!['withhold', 'ask'].includes(onDrift)) {
    throw new TypeError(
      `The option lock.onDrift of the host must be 'withhold' or 'ask', not ${JSON.stringify(onDrift)}`,
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
    // Computed again: what a person reads is what counts, not the digest beside it.
    this.#digests = new Map(tools.map(({ digest: _, ...tool }) => [tool.name, contractDigest(tool)]));
    this.#report = report;
  }

  /** Returns the tools that are offered. Those that are withheld are reported together. */
  apply<Tool extends ListedTool & { readonly original: string }>(
    tools: readonly Tool[],
  ): readonly (Tool & { readonly drift?: ToolDrift })[] {
    const judged = tools.map((tool) => ({ tool, drift: this.#driftOf(tool) }));
    const drifted = judged.filter(({ drift }) => drift !== undefined);
    if (drifted.length > 0 && this.#isWithholding) this.#reportWithheld(drifted);
    return judged.flatMap(({ tool, drift }): readonly (Tool & { readonly drift?: ToolDrift })[] => {
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
    const named = drifted.slice(0, MOST_NAMED).map(({ tool, drift }) => `${JSON.stringify(tool.original)} (${drift})`);
    const rest = drifted.length - named.length;
    this.#report(
      new Error(
        `Withheld ${drifted.length} tools of the server ${this.#server} that are not as they were reviewed: ${named.join(', ')}` +
          `${rest > 0 ? `, and ${rest} more` : ''}. mcp-gen bind --check shows what changed, and --update accepts it`,
      ),
    );
  }
}

/** How many tools a report names. */
const MOST_NAMED = 10;
