/** What a server has, as it lists it, and what checks need of that. */

import { fieldsOf, itemsOf, type Fields } from './wire/message.js';
import type { Connection } from './wire/connection.js';

/** What a server has. */
export interface Offer {
  readonly capabilities: Fields;
  readonly tools: ReadonlyMap<string, Fields>;
  readonly prompts: ReadonlyMap<string, Fields>;
  readonly resources: ReadonlyMap<string, Fields>;
  readonly templates: ReadonlyMap<string, Fields>;
  /** Whether the tools are listed in several pages. */
  readonly hasPages: boolean;
}

/** Says why a server cannot be judged, or undefined if it can. */
export type Need = (offer: Offer) => string | undefined;

const PAGE_LIMIT = 100;

/** Asks a server for all of its lists. */
export async function surveyOf(connection: Connection): Promise<Offer> {
  const capabilities = connection.offered;
  const has = (name: string): boolean => name in capabilities;
  const tools = has('tools') ? await listOf(connection, 'tools/list', 'tools') : [];
  const prompts = has('prompts') ? await listOf(connection, 'prompts/list', 'prompts') : [];
  const resources = has('resources') ? await listOf(connection, 'resources/list', 'resources') : [];
  const templates = has('resources')
    ? await listOf(connection, 'resources/templates/list', 'resourceTemplates').catch(() => [])
    : [];
  return {
    capabilities,
    tools: byName(tools.flat(), 'name'),
    prompts: byName(prompts.flat(), 'name'),
    resources: byName(resources.flat(), 'uri'),
    templates: byName(templates.flat(), 'uriTemplate'),
    hasPages: tools.length > 1,
  };
}

/** The methods that show what all results of a server have: discovery, and the list of tools if it has any. */
export function discoveryAndTools({ offered }: Connection): readonly string[] {
  return ['server/discover', ...('tools' in offered ? ['tools/list'] : [])];
}

/** Reads a list to its end. Resolves with its pages. */
export async function listOf(
  connection: Connection,
  method: string,
  name: string,
): Promise<readonly (readonly Fields[])[]> {
  const pages: (readonly Fields[])[] = [];
  let cursor: unknown;
  do {
    const page = await connection.result(method, cursor === undefined ? {} : { cursor });
    pages.push(itemsOf(page, name));
    cursor = page['nextCursor'];
  } while (cursor !== undefined && pages.length < PAGE_LIMIT);
  return pages;
}

function byName(items: readonly Fields[], name: string): ReadonlyMap<string, Fields> {
  return new Map(items.map((item) => [String(item[name]), item]));
}

/** The arguments of tools for checks. Others have none. */
const ARGUMENTS: { readonly [tool: string]: string | undefined } = { echo: 'text', slow: 'key', slow_running: 'key' };

/** A tool that is made for checks. Servers have others with the same name, which take other arguments. */
export const tool =
  (name: string): Need =>
  ({ tools }) => {
    const found = tools.get(name);
    if (found === undefined) return `The server has no tool "${name}"`;
    const argument = ARGUMENTS[name];
    const { required } = fieldsOf(found, 'inputSchema');
    const others = Array.isArray(required) ? required.filter((each) => each !== argument) : [];
    const properties = Object.keys(fieldsOf(found, 'inputSchema', 'properties'));
    const isOurs = others.length === 0 && properties.join() === (argument ?? '');
    return isOurs ? undefined : `The tool "${name}" of the server takes other arguments than that of checks`;
  };

export const prompt =
  (name: string): Need =>
  ({ prompts }) =>
    prompts.has(name) ? undefined : `The server has no prompt "${name}"`;

export const resource =
  (uri: string): Need =>
  ({ resources }) =>
    resources.has(uri) ? undefined : `The server has no resource ${uri}`;

/** A capability, as a path: `resources.subscribe`. */
export const capability =
  (path: string): Need =>
  ({ capabilities }) => {
    const [last = '', ...outer] = path.split('.').reverse();
    const found = fieldsOf(capabilities, ...outer.reverse())[last];
    return found === undefined || found === false ? `The server does not declare ${path}` : undefined;
  };

export const severalPages: Need = ({ hasPages }) => (hasPages ? undefined : 'The server lists its tools on one page');
