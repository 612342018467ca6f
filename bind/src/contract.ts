/** What a server offers, read once, as plain data. */

import type { Client } from '@mcp-gen/sdk/client';
import { contractOf, type PromptContract, type ResourceContract, type ServerContract } from '@mcp-gen/sdk/host';
import { MistakeError } from './mistakeError.js';

/** Entries that a list may have, and bytes of JSON that all of them together may take. */
const MAX_ITEMS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Entries that are named as listed twice. */
const MAX_REPORTED = 10;

/** Lists are read in this order. */
type ListName = 'tools' | 'prompts' | 'resources' | 'templates';

/** What a list needs the server to have declared. */
const CAPABILITIES = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resources',
} as const satisfies { readonly [Name in ListName]: string };

/** The answer of servers that have resources, but no templates, or templates alone. */
const METHOD_NOT_FOUND = -32601;
const OPTIONAL: ReadonlySet<ListName> = new Set(['resources', 'templates']);

/** A contract, and what was left out of it. */
export interface ReadContract {
  readonly contract: ServerContract;
  readonly problems: readonly string[];
}

/**
 * Reads what a server offers. The order of its lists says nothing, so they are sorted.
 *
 * @throws {MistakeError} if the server offers more than a person could review.
 * @throws what the lists of the client throw.
 */
export async function readContract(client: Client): Promise<ReadContract> {
  const { name, version } = client.server;
  const { instructions } = client;
  const reader = new ListReader(client);
  const contract = {
    server: { name, version },
    ...(instructions !== undefined && { instructions }),
    tools: reader.sorted('tool', (await reader.read('tools', client.tools())).map(contractOf)),
    prompts: reader.sorted('prompt', (await reader.read('prompts', client.prompts())).map(promptContract)),
    resources: reader.sorted(
      'resource',
      (await reader.read('resources', client.resources())).map((each) => resourceContract(each.uri, each)),
    ),
    templates: reader.sorted(
      'template',
      (await reader.read('templates', client.templates())).map((each) => resourceContract(each.uriTemplate, each)),
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
        if (this.#bytes > MAX_BYTES) throw new MistakeError(`The server offers more than ${MAX_BYTES} bytes`);
        if (items.push(item) > MAX_ITEMS) throw new MistakeError(`The server offers more than ${MAX_ITEMS} ${list}`);
      }
    } catch (error) {
      const isMissing = (error as { readonly code?: unknown }).code === METHOD_NOT_FOUND;
      if (!isMissing || items.length > 0 || !OPTIONAL.has(list)) throw error;
    }
    return items;
  }

  /** By name or URI, each once: the first one counts, as for clients. */
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
      this.problems.push(`The server lists the ${what} ${JSON.stringify(key)} more than once: the first one counts`);
    }
    return [...first.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

function promptContract(prompt: PromptContract): PromptContract {
  const { name, title, description, arguments: given } = prompt;
  return { name, ...said({ title, description }), ...(given !== undefined && { arguments: given }) };
}

function resourceContract(uri: string, resource: Omit<ResourceContract, 'uri'>): ResourceContract {
  const { name, title, description, mimeType } = resource;
  return { uri, name, ...said({ title, description, mimeType }) };
}

/** Only what is there: JSON has no undefined. */
function said(texts: { readonly [name: string]: string | undefined }): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

/** Returns what tells an entry of a contract from others of its list. */
export function keyOf({ name, uri }: { readonly name: string; readonly uri?: string }): string {
  return uri ?? name;
}
