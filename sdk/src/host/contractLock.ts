import { kind, oneOf, required, type OptionTable } from '@mcp-gen/runtime/options';
import {
  contractDigest,
  contractOf,
  promptContractOf,
  type Drift,
  type LockFile,
  type ResourceContract,
} from './lock.js';
import type { OfferLock, OfferName, Offers } from './hostOffers.js';

/** Restricts what models read of servers to what was reviewed: tools, prompts, resource templates, and instructions. */
export interface HostLock {
  /** The reviewed contracts. `readLock` reads them from `mcp.lock.json`. */
  readonly reviewed: LockFile;
  /**
   * What happens to what has changed since the review, or is not in the lock file. `withhold`: it is not offered, and reported. `ask`: it is
   * offered with `drift`, and for tools, `consent` is requested for each call. Default `withhold`.
   */
  readonly onDrift?: 'withhold' | 'ask' | undefined;
}

const REVIEWED = kind('the result of readLock("mcp.lock.json")', (given) => {
  const servers: unknown = (given as Partial<LockFile> | null)?.servers;
  return typeof servers === 'object' && servers !== null;
});

/** {@link HostLock}. */
export const HOST_LOCK: OptionTable<HostLock> = { reviewed: required(REVIEWED), onDrift: oneOf('withhold', 'ask') };

/** The lists that are compared. Resources are data, which change without review. */
type LockedList = Exclude<OfferName, 'resources'>;

/** The contract of an entry, with the name that its server has given it. */
const CONTRACTS: { readonly [Name in LockedList]: (item: Offers[Name]) => object } = {
  tools: (tool) => contractOf({ ...tool, name: tool.original }),
  prompts: (prompt) => promptContractOf({ ...prompt, name: prompt.original }),
  templates: ({ original, ...template }) => templateTexts({ ...template, uri: original }),
};

/** What was reviewed of one server. */
export class ContractLock implements OfferLock {
  readonly #server: string;
  readonly #isWithholding: boolean;
  /** The digests of the reviewed contracts, by name. Computed again: the reviewed content counts, not the digest in the file. */
  readonly #digests: { readonly [Name in LockedList]: ReadonlyMap<string, string> };
  readonly #instructions: string | undefined;
  readonly #isReviewed: boolean;
  readonly #report: (error: unknown) => void;

  constructor(server: string, { reviewed, onDrift }: HostLock, report: (error: unknown) => void) {
    const own = Object.hasOwn(reviewed.servers, server) ? reviewed.servers[server] : undefined;
    const { tools = [], prompts = [], templates = [], instructions } = own ?? {};
    this.#server = server;
    this.#isWithholding = onDrift !== 'ask';
    this.#digests = {
      tools: new Map(tools.map(({ digest: _, ...tool }) => [tool.name, contractDigest(tool)])),
      prompts: new Map(prompts.map(({ digest: _, ...prompt }) => [prompt.name, contractDigest(prompt)])),
      templates: new Map(templates.map((template) => [template.uri, contractDigest(templateTexts(template))])),
    };
    this.#instructions = instructions;
    this.#isReviewed = own !== undefined;
    this.#report = report;
  }

  /** Returns the entries of a list that are offered. Withheld ones are reported together. */
  apply<Name extends OfferName>(list: Name, items: readonly Offers[Name][]): readonly Offers[Name][] {
    if (!isLocked(list)) return items;
    const contract = CONTRACTS[list] as (item: Offers[Name]) => object;
    const compared = items.map((item) => ({ item, drift: this.#driftOf(list, item.original, contract(item)) }));
    const drifted = compared.filter(({ drift }) => drift !== undefined);
    if (drifted.length === 0) return items;
    if (!this.#isWithholding)
      return compared.map(({ item, drift }) => (drift === undefined ? item : { ...item, drift }));
    const named = drifted.slice(0, MAX_NAMED).map(({ item, drift }) => `${JSON.stringify(item.original)} (${drift})`);
    const rest = drifted.length - named.length;
    this.#withheld(
      `${drifted.length} ${list} of the server ${this.#server} that differ from the reviewed ones: ${named.join(', ')}` +
        (rest > 0 ? `, and ${rest} more` : ''),
    );
    return compared.flatMap(({ item, drift }) => (drift === undefined ? [item] : []));
  }

  /** Returns the instructions that are offered, and how they differ from the reviewed ones. Withheld ones are reported. */
  instructions(given: string): { readonly instructions?: string; readonly instructionsDrift?: Drift } {
    if (this.#isReviewed && given === this.#instructions) return { instructions: given };
    const drift = this.#isReviewed ? 'changed' : 'unreviewed';
    if (!this.#isWithholding) return { instructions: given, instructionsDrift: drift };
    this.#withheld(`the instructions of the server ${this.#server} (${drift})`);
    return { instructionsDrift: drift };
  }

  #driftOf(list: LockedList, name: string, contract: object): Drift | undefined {
    const reviewed = this.#digests[list].get(name);
    if (reviewed === undefined) return 'unreviewed';
    return reviewed === contractDigest(contract) ? undefined : 'changed';
  }

  #withheld(what: string): void {
    this.#report(new Error(`Withheld ${what}. mcp-gen bind --check shows what changed, and --update accepts it`));
  }
}

/** Maximum number of names in a report. */
const MAX_NAMED = 10;

function isLocked(list: OfferName): list is LockedList {
  return list !== 'resources';
}

/** What a model reads of a template: a host shows its name as its title, if it has none. */
function templateTexts({ uri, name, title = name, description, mimeType }: ResourceContract): object {
  return { uri, title, description, mimeType };
}
