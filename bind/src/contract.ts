/** What a server offers, read once, as plain data. */

import type { Client } from '@mcp-gen/sdk/client';
import { contractOf, type PromptContract, type ResourceContract, type ServerContract } from '@mcp-gen/sdk/host';
import { MistakeError } from './mistakeError.js';

/** Entries that a list may have, and bytes of JSON that all of them together may take. */
const MAX_ITEMS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Lists are read in this order. */
type ListName = 'tools' | 'prompts' | 'resources' | 'templates';

/** What a list needs the server to have declared. */
const CAPABILITIES = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resources',
} as const satisfies { readonly [Name in ListName]: string };

/** The answer of servers that have resources, but no templates. */
const METHOD_NOT_FOUND = -32601;

/**
 * Reads what a server offers. The order of its lists says nothing, so they are sorted.
 *
 * @throws {MistakeError} if the server offers more than a person could review.
 * @throws what the lists of the client throw.
 */
export async function readContract(client: Client): Promise<ServerContract> {
  const { name, version } = client.server;
  const { instructions } = client;
  const reader = new ListReader(client);
  return {
    server: { name, version },
    ...(instructions !== undefined && { instructions }),
    tools: sorted((await reader.read('tools', client.tools())).map(contractOf)),
    prompts: sorted((await reader.read('prompts', client.prompts())).map(promptContract)),
    resources: sorted(
      (await reader.read('resources', client.resources())).map((each) => resourceContract(each.uri, each)),
    ),
    templates: sorted(
      (await reader.read('templates', client.templates())).map((each) => resourceContract(each.uriTemplate, each)),
    ),
  };
}

class ListReader {
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
      if ((error as { readonly code?: unknown }).code !== METHOD_NOT_FOUND) throw error;
    }
    return items;
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

/** By name or URI, each once: the first one counts, as for clients. */
function sorted<Item extends { readonly name: string; readonly uri?: string }>(
  items: readonly Item[],
): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Returns what tells an entry of a contract from others of its list. */
export function keyOf({ name, uri }: { readonly name: string; readonly uri?: string }): string {
  return uri ?? name;
}
