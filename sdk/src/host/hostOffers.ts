import {
  ConnectionClosedError,
  ErrorCode,
  Holding,
  JsonRpcError,
  OverBudgetError,
  weigh,
  type Quota,
} from '@mcp-gen/runtime';
import type { Prompt, Resource, ResourceTemplate } from '@mcp-gen/protocol/author';
import { builtin } from '../builtin.js';
import type { Client } from '../client/client.js';
import type { ListedTool } from '../client/listedTool.js';
import type { ToolFilter } from './toolFilter.js';
import type { Drift } from './lock.js';

/** A resource of one server. */
export interface ServerResource {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The URI on the server. */
  readonly uri: string;
}

/** A prompt whose argument is completed. */
export interface PromptTarget {
  /** Its name in the host's list. */
  readonly prompt: string;
}

/** A template whose variable is completed. */
export interface ResourceTemplateTarget {
  /** Its name in the host's list. */
  readonly template: string;
}

/** The prompt or template whose argument is completed, by its name in the host's list. */
export type CompletionTarget = PromptTarget | ResourceTemplateTarget;

/** A resource: its name in the host's list, or the server and the URI. */
export type ResourceTarget = string | ServerResource;

/** An entry of a server, as the host offers it. */
export type Offered<Item> = Omit<Item, 'name'> & {
  /** The host's name of the entry, unique among entries of its kind. */
  readonly name: string;
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The server's own name of the entry, or the URI or template of a resource. */
  readonly original: string;
};

/** An entry that can be reviewed. */
export interface Reviewable {
  /** How the entry differs from the reviewed one. Undefined if it does not, and without the option `lock`. */
  readonly drift?: Drift;
}

/** A tool: pass `name`, `description`, and `inputSchema` to the model. */
export type HostTool = Offered<ListedTool> & Reviewable;
/** A prompt. */
export type HostPrompt = Offered<Prompt> & Reviewable;
/** A resource. Its `name` is derived from its URI; the server's name becomes its `title`, if it has none. */
export type HostResource = Offered<Resource>;
/** A resource template. Its `name` is derived from the template; the server's name becomes its `title`, if it has none. */
export type HostResourceTemplate = Offered<ResourceTemplate> & Reviewable;

/** The entries of each list of a host. */
export interface Offers {
  readonly tools: HostTool;
  readonly resources: HostResource;
  readonly templates: HostResourceTemplate;
  readonly prompts: HostPrompt;
}

/** The name of a list of a host. */
export type OfferName = keyof Offers;

/** How each list is read. Lists that a server has not declared are not requested. */
const READ: {
  readonly [Name in OfferName]: {
    readonly capability: 'tools' | 'resources' | 'prompts';
    readonly read: (client: Client, server: string) => Promise<readonly Offers[Name][]>;
  };
} = {
  tools: {
    capability: 'tools',
    read: async (client, server) => (await client.tools().all()).map((tool) => offer(server, tool.name, tool)),
  },
  resources: {
    capability: 'resources',
    read: async (client, server) =>
      (await client.resources().all()).map((resource) => offer(server, resource.uri, titled(resource))),
  },
  templates: {
    capability: 'resources',
    read: async (client, server) =>
      (await client.resourceTemplates().all()).map((template) => offer(server, template.uriTemplate, titled(template))),
  },
  prompts: {
    capability: 'prompts',
    read: async (client, server) => (await client.prompts().all()).map((prompt) => offer(server, prompt.name, prompt)),
  },
};

/** Selects the entries that are offered as they were reviewed. */
export interface OfferLock {
  /** Returns the entries of a list that are offered, and reports the others. */
  apply<Name extends OfferName>(list: Name, items: readonly Offers[Name][]): readonly Offers[Name][];
}

/** Dependencies of the lists of one server. */
export interface ServerOffersParts {
  readonly server: string;
  readonly client: Client;
  readonly filter: ToolFilter;
  /** What was reviewed. Undefined: everything is offered. */
  readonly lock: OfferLock | undefined;
  /** Counts the memory of cached lists. */
  readonly quota: Quota;
  readonly report: (error: unknown) => void;
}

/** A cached list, or one that is being read. */
interface KeptList {
  /** All that may be used. */
  readonly items: Promise<readonly Offers[OfferName][]>;
  /** Those of them that models are offered. */
  readonly offered: Promise<readonly Offers[OfferName][]>;
  readonly held: Holding;
}

/** The lists of one server, each read on demand and cached until it changes. */
export class ServerOffers {
  readonly #parts: ServerOffersParts;
  readonly #lists = new Map<OfferName, KeptList>();

  constructor(parts: ServerOffersParts) {
    this.#parts = parts;
  }

  /** Returns one list. Errors are reported, and the list is then empty until it changes. */
  list<Name extends OfferName>(name: Name): Promise<readonly Offers[Name][]> {
    const { offered } = this.#lists.get(name) ?? this.#keep(name);
    return offered as Promise<readonly Offers[Name][]>;
  }

  /** Returns the tools with those that extensions do not offer to models. See {@link list}. */
  usableTools(): Promise<readonly HostTool[]> {
    const { items } = this.#lists.get('tools') ?? this.#keep('tools');
    return items as Promise<readonly HostTool[]>;
  }

  /** Drops cached lists. They are read again on demand. */
  forget(...names: readonly OfferName[]): void {
    for (const name of names) {
      this.#lists.get(name)?.held.close();
      this.#lists.delete(name);
    }
  }

  #keep(name: OfferName): KeptList {
    const held = new Holding(this.#parts.quota, 'retained');
    // A list that was dropped while it was read is not cached.
    const fits = (items: readonly object[]): boolean => this.#lists.get(name) !== kept || held.set(weigh(items));
    const items = this.#read(name, fits);
    const offered = name === 'tools' ? this.#offered(items as Promise<readonly HostTool[]>) : items;
    const kept = { held, items, offered };
    this.#lists.set(name, kept);
    return kept;
  }

  /** If an extension fails, none is offered. */
  async #offered(tools: Promise<readonly HostTool[]>): Promise<readonly HostTool[]> {
    const { client, report } = this.#parts;
    const all = await tools;
    try {
      return all.filter((tool) => client.offersTool(tool));
    } catch (error) {
      report(error);
      return [];
    }
  }

  async #read<Name extends OfferName>(
    name: Name,
    fits: (items: readonly object[]) => boolean,
  ): Promise<readonly Offers[Name][]> {
    const { server, client, filter, lock, report } = this.#parts;
    const { capability, read } = READ[name];
    if (client.server.capabilities[capability] === undefined) return [];
    try {
      const all = this.#unique(name, await read(client, server));
      const selected = name === 'tools' ? (filter.apply(all as readonly HostTool[]) as readonly Offers[Name][]) : all;
      const items = lock?.apply(name, selected) ?? selected;
      if (!fits(items)) throw new OverBudgetError('retained');
      return items;
    } catch (error) {
      if (!isExpected(error)) report(error);
      return [];
    }
  }

  /** Keeps the first entry of each name. Duplicates in a server's list are reported. */
  #unique<Item extends { readonly name: string; readonly original: string }>(
    list: OfferName,
    items: readonly Item[],
  ): readonly Item[] {
    const first = new Map<string, Item>();
    for (const item of items) if (!first.has(item.name)) first.set(item.name, item);
    const twice = items.find((item) => first.get(item.name) !== item);
    if (twice !== undefined) {
      this.#parts.report(
        new Error(`The server lists ${twice.original} more than once among its ${list}: only the first one is used`),
      );
    }
    return twice === undefined ? items : [...first.values()];
  }
}

/** Many servers with resources do not support templates, and a lost server is visible in its state. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof ConnectionClosedError || (error instanceof JsonRpcError && error.code === ErrorCode.MethodNotFound)
  );
}

function offer<Item extends { readonly name: string }>(server: string, original: string, item: Item): Offered<Item> {
  return { ...item, name: offeredName(server, original), server, original };
}

function titled<Item extends { readonly name: string; readonly title?: string }>(item: Item): Item {
  return { ...item, title: item.title ?? item.name };
}

/** Maximum characters of a tool name in the APIs of models. */
const MAX_LENGTH = 64;
const HASH_LENGTH = 16;

/**
 * A server name without two consecutive underscores and without underscores at either end: the first `__` of a full name then ends the
 * server's name.
 */
const PLAIN_SERVER = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * Returns the host's name of an entry of a server: `server__name`, with 1 to 64 letters, digits, `_`, and `-`. It depends only on these two
 * names, so that it does not change when other servers are added or removed.
 *
 * Other names (invalid characters, too long, a server name that contains `__`) become a shortened form of both names with a hash, without
 * `__`. Therefore they never collide with the plain name of another entry.
 *
 * @example
 * ```ts
 * import { offeredName } from '@mcp-gen/sdk/host';
 *
 * console.log(offeredName('weather', 'forecast')); // weather__forecast
 * ```
 */
export function offeredName(server: string, name: string): string {
  const plain = `${server}__${name}`;
  if (plain.length <= MAX_LENGTH && PLAIN_SERVER.test(server) && PLAIN_NAME.test(name)) return plain;
  const hash = builtin('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify([server, name]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const readable = `${server}_${name}`.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, MAX_LENGTH - HASH_LENGTH - 1);
  return `${readable.replace(/_$/, '')}_${hash}`;
}
