/** Reads the contract of a server as plain data. */

import type { Client } from '@mcp-gen/sdk/client';
import { ErrorCode } from '@mcp-gen/runtime';
import { contractOf, promptContractOf, type ResourceContract, type ServerContract } from '@mcp-gen/sdk/host';
import { MistakeError } from './mistakeError.js';

/** Maximum number of entries of a list, and of bytes of JSON of all lists. */
const MAX_ITEMS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The caller limits the time: the command has a flag for it. */
const UNHURRIED = { listTimeout: 0 } as const;

/** Maximum number of duplicate entries that are reported. */
const MAX_REPORTED = 10;

/** Lists, in the order in which they are read. */
type ListName = 'tools' | 'prompts' | 'resources' | 'templates';

/** The capability that each list needs. */
const CAPABILITIES = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resources',
} as const satisfies { readonly [Name in ListName]: string };

/** The error of servers with resources but no templates, or with templates only. */
const METHOD_NOT_FOUND = ErrorCode.MethodNotFound;
const OPTIONAL: ReadonlySet<ListName> = new Set(['resources', 'templates']);

/** A contract, and the problems of reading it. */
export interface ReadContract {
  readonly contract: ServerContract;
  readonly problems: readonly string[];
}

/**
 * Reads the contract of a server, however long that takes. Lists are sorted, because their order has no meaning.
 *
 * @throws {MistakeError} if the contract is too large to be reviewed.
 * @throws the errors of the client's lists.
 */
export async function readContract(client: Client): Promise<ReadContract> {
  const { name, version } = client.server;
  const { instructions } = client;
  const reader = new ListReader(client);
  const contract = {
    server: { name, version },
    ...(instructions !== undefined && { instructions }),
    tools: reader.sorted('tool', (await reader.read('tools', client.tools(UNHURRIED))).map(contractOf)),
    prompts: reader.sorted('prompt', (await reader.read('prompts', client.prompts(UNHURRIED))).map(promptContractOf)),
    resources: reader.sorted(
      'resource',
      (await reader.read('resources', client.resources(UNHURRIED))).map((each) => resourceContract(each.uri, each)),
    ),
    templates: reader.sorted(
      'template',
      (await reader.read('templates', client.resourceTemplates(UNHURRIED))).map((each) =>
        resourceContract(each.uriTemplate, each),
      ),
    ),
  };
  return { contract, problems: reader.problems };
}

class ListReader {
  readonly problems: string[] = [];
  readonly #client: Client;
  #bytes = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async read<Item extends { readonly name: string }>(
    list: ListName,
    listing: AsyncIterable<Item>,
  ): Promise<readonly Item[]> {
    if (this.#client.server.capabilities[CAPABILITIES[list]] === undefined) return [];
    const items: Item[] = [];
    try {
      for await (const item of listing) {
        this.#bytes += JSON.stringify(item).length;
        if (this.#bytes > MAX_BYTES)
          throw new MistakeError(`The contract of the server has more than ${MAX_BYTES} bytes`);
        if (items.push(item) > MAX_ITEMS) throw new MistakeError(`The server has more than ${MAX_ITEMS} ${list}`);
      }
    } catch (error) {
      const isMissing = (error as { readonly code?: unknown }).code === METHOD_NOT_FOUND;
      if (!isMissing || items.length > 0 || !OPTIONAL.has(list)) throw error;
    }
    return items;
  }

  /** Sorts by name or URI. Of duplicates, the first one is used, as clients do. */
  sorted<Item extends { readonly name: string; readonly uri?: string }>(
    what: string,
    items: readonly Item[],
  ): readonly Item[] {
    const first = new Map<string, Item>();
    const twice = new Set<string>();
    for (const item of items) {
      if (first.has(keyOf(item))) twice.add(keyOf(item));
      else first.set(keyOf(item), item);
    }
    for (const key of [...twice].slice(0, MAX_REPORTED)) {
      this.problems.push(`The server lists the ${what} ${JSON.stringify(key)} more than once. The first one is used`);
    }
    return [...first.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

function resourceContract(uri: string, resource: Omit<ResourceContract, 'uri'>): ResourceContract {
  const { name, title, description, mimeType } = resource;
  return { uri, name, ...withoutUndefined({ title, description, mimeType }) };
}

/** Removes undefined properties, which JSON does not have. */
function withoutUndefined<Texts extends { readonly [name: string]: string | undefined }>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Partial<Texts>;
}

/** Returns the key of an entry within its list. */
export function keyOf({ name, uri }: { readonly name: string; readonly uri?: string }): string {
  return uri ?? name;
}
