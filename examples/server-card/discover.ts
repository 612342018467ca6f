/** The client's part: finds the cards of a site, and what to connect to. Everything that it reads is untrusted. */

import { guardedFetch } from '@mcp-gen/auth/fetch';
import type { Client } from '@mcp-gen/sdk/client';
import type { z } from 'zod';
import { Card, CARD_TYPE, Catalog, CATALOG_PATH, CATALOG_TYPE, type Remote } from './card.ts';

/** The most cards of a catalog that are read. */
const MAX_CARDS = 20;
const MAX_BYTES = 64 * 1024;
const TIMEOUT = 5_000;

/** Hosts of this machine, as `URL.hostname` has them. */
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface DiscoverOptions {
  /** Origins that may be named besides that of the document: `https://cards.example.com`. Default: none. */
  readonly origins?: readonly string[];
  /** Allows `http:` and addresses of this machine, for development. Default: only `https:` at public addresses. */
  readonly allowLocal?: boolean;
  /** Sends the requests. Default: `guardedFetch` with the limits of this file. */
  readonly fetch?: typeof fetch;
}

/** A valid card, and where it was found. */
export interface FoundCard {
  readonly url: string;
  readonly card: Card;
}

/** Returns the cards in the catalog of a site, such as `https://example.com`. Cards that are invalid or forbidden are reported instead. */
export async function discover(
  site: string,
  options: DiscoverOptions = {},
): Promise<{ readonly cards: readonly FoundCard[]; readonly errors: readonly Error[] }> {
  const url = new URL(CATALOG_PATH, site).href;
  const { entries } = await read(url, Catalog, CATALOG_TYPE, options);
  const ofServers = entries.filter(({ type }) => type === CARD_TYPE).slice(0, MAX_CARDS);
  const found = await Promise.allSettled(
    ofServers.map(async (entry): Promise<FoundCard> => {
      if (entry.url === undefined) return { url, card: valid(Card, entry.data, url) };
      return fetchCard(allowed(entry.url, url, options), options);
    }),
  );
  return {
    cards: found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    errors: found.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : [])),
  };
}

/** Reads one card, whose URL the user or a catalog has named. */
export async function fetchCard(url: string, options: DiscoverOptions = {}): Promise<FoundCard> {
  return { url, card: await read(url, Card, CARD_TYPE, options) };
}

export interface EndpointOptions extends DiscoverOptions {
  /** The revisions that the client supports. Default: any. */
  readonly revisions?: readonly string[];
  /** Values for variables and headers, by name. Default: those of the card. */
  readonly values?: { readonly [name: string]: string };
}

/** What to pass to `connect`. */
export interface Endpoint {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Returns the first endpoint of a card that the client can use.
 *
 * @throws if there is none, a value is missing, or the URL belongs to another origin than the card.
 */
export function endpointOf({ url, card }: FoundCard, options: EndpointOptions = {}): Endpoint {
  const { revisions, values = {} } = options;
  const usable = ({ type, supportedProtocolVersions: served }: Remote): boolean =>
    type === 'streamable-http' && (!served || !revisions || served.some((revision) => revisions.includes(revision)));
  const remote = card.remotes?.find(usable);
  if (remote === undefined) throw new Error(`${card.name} has no endpoint for this client`);
  const filled = fill(remote.url, remote.variables ?? {}, values, card.name);
  const headers = (remote.headers ?? []).flatMap((header): [string, string][] => {
    const template = header.value ?? values[header.name] ?? header.default;
    if (template === undefined && header.isRequired !== true) return [];
    if (template === undefined) throw new Error(`${card.name} needs a value for the header ${header.name}`);
    if (header.value !== undefined) return [[header.name, fill(template, header.variables ?? {}, values, card.name)]];
    return [[header.name, chosen(header.name, template, header.choices, card.name)]];
  });
  return { url: allowed(filled, url, options), headers: Object.fromEntries(headers) };
}

/** Returns what a card says differently than the server to which a client has connected. What the server says is right. */
export function differences({ card }: FoundCard, { server, revision }: Client): readonly string[] {
  const claimed = card.remotes?.find(({ type }) => type === 'streamable-http')?.supportedProtocolVersions;
  return [
    ...(card.name === server.name || card.name.endsWith(`/${server.name}`) ? [] : ['name']),
    ...(card.version === server.version ? [] : ['version']),
    ...((card.title ?? server.title) === server.title ? [] : ['title']),
    ...(claimed?.includes(revision) === false ? ['supportedProtocolVersions'] : []),
  ];
}

/** Reads a document. Its host may not be in a private network, and it may not redirect. */
async function read<Shape extends z.ZodType>(
  url: string,
  shape: Shape,
  type: string,
  { allowLocal = false, fetch }: DiscoverOptions,
): Promise<z.infer<Shape>> {
  const allowPrivate = (host: string): boolean => allowLocal && LOCAL.has(host);
  const guard = { allowHttp: allowLocal, allowPrivate, bodyLimit: MAX_BYTES, timeout: TIMEOUT };
  const send = fetch ?? guardedFetch(guard);
  const response = await send(url, { headers: { accept: type }, redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const given = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== type && given !== 'application/json')
    throw new Error(`${url} is ${given ?? 'of no type'}, not ${type}`);
  return valid(shape, await response.json(), url);
}

function valid<Shape extends z.ZodType>(shape: Shape, value: unknown, url: string): z.infer<Shape> {
  const { success, data, error } = shape.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`${url} is invalid at /${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`);
}

/** Returns a URL that a document names, if it belongs to the origin of the document or to one that the program allows. */
function allowed(named: string, by: string, { origins = [], allowLocal = false }: DiscoverOptions): string {
  if (!URL.canParse(named)) throw new Error(`${by} names an invalid URL`);
  const { origin, protocol, hostname, username, password } = new URL(named);
  if (username !== '' || password !== '') throw new Error(`${by} names a URL with credentials`);
  if (protocol !== 'https:' && !(allowLocal && LOCAL.has(hostname)))
    throw new Error(`${by} names ${origin}, not https`);
  if (origin === new URL(by).origin || origins.includes(origin)) return named;
  throw new Error(`${by} names another origin: ${origin}. List it in the option "origins" to allow it`);
}

/** Replaces `{name}` by values, which cannot contain what ends a part of a URL or a header. */
function fill(
  template: string,
  variables: NonNullable<Remote['variables']>,
  values: { readonly [name: string]: string },
  card: string,
): string {
  return template.replaceAll(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = variable?.value ?? values[name] ?? variable?.default;
    if (value === undefined) throw new Error(`${card} needs a value for ${name}`);
    return encodeURIComponent(chosen(name, value, variable?.choices, card));
  });
}

function chosen(name: string, value: string, choices: readonly string[] | undefined, card: string): string {
  if (choices === undefined || choices.includes(value)) return value;
  throw new Error(`${card} does not accept ${JSON.stringify(value)} for ${name}: ${choices.join(', ')}`);
}
