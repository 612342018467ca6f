/** Finds how an operation returns a long list in pages: by the names of its parameters, and of the properties of its result. */

import type { JsonObject } from '../jsonValues.js';
import type { Content, Parameter } from './operation.js';
import { propertiesOf, schemaOf } from './properties.js';
import type { References } from './references.js';

/** How the next page is requested. */
export interface Pages {
  /**
   * `token`: with a value of the result. `number`: with the next number of the page, or at the URL of the header `Link`. `offset`: with the
   * number of items before it.
   */
  readonly kind: 'token' | 'number' | 'offset';
  /** The query parameter. */
  readonly parameter: string;
  /** The number of the first page. Only for `number`. Default: 1 */
  readonly first?: number;
  /** The properties that lead to the list in a result; empty if the result is the list. */
  readonly items: readonly string[];
  /** The properties that lead to the value for the parameter. Only for `token`. */
  readonly token?: readonly string[];
}

/** Names of parameters, in lower case and without `_` and `-`. */
const TOKENS = new Set([
  'pagetoken',
  'cursor',
  'nexttoken',
  'nextcursor',
  'continuationtoken',
  'marker',
  'startcursor',
  'pagecursor',
  'startingtoken',
]);
const NUMBERS = new Set(['page', 'pagenumber', 'pageno', 'pagenum']);
const OFFSETS = new Set(['offset', 'skip', 'startat']);

/** Names of properties of results. */
const NEXT_TOKENS = new Set([
  'nextpagetoken',
  'nextcursor',
  'nexttoken',
  'continuationtoken',
  'nextmarker',
  'endcursor',
  'nextpagecursor',
]);
const WRAPPERS = new Set([
  'meta',
  'pagination',
  'paging',
  'responsemetadata',
  'pageinfo',
  'cursors',
  'links',
  'metadata',
]);
/** The usual names of lists in results, the likeliest first. */
const LISTS = ['data', 'items', 'results', 'values', 'entries', 'records', 'list'];

/** Returns how the result of an operation is paged; undefined if it is not, or this is not known. */
export function findPages(
  parameters: readonly Parameter[],
  content: Content | undefined,
  references: References,
): Pages | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const find = (names: ReadonlySet<string>): Parameter | undefined => query.find(({ name }) => names.has(plain(name)));
  if (content === undefined) return undefined;
  const result = schemaOf(content.schema.value, references);
  const items = listIn(result, references);
  if (items === undefined) return undefined;
  const cursor = find(TOKENS)?.name;
  const token = cursor === undefined ? undefined : tokenIn(result, references);
  if (cursor !== undefined && token !== undefined) return { kind: 'token', parameter: cursor, items, token };
  const number = find(NUMBERS);
  if (number !== undefined) {
    const isFromZero = firstPage(schemaOf(number.schema.value, references)) === 0;
    return { kind: 'number', parameter: number.name, ...(isFromZero && { first: 0 }), items };
  }
  const offset = find(OFFSETS)?.name;
  return offset === undefined ? undefined : { kind: 'offset', parameter: offset, items };
}

/** Returns the number of the first page: the default, or the least. */
function firstPage({ default: stated, minimum, exclusiveMinimum }: JsonObject): unknown {
  return stated ?? (exclusiveMinimum === true ? undefined : minimum);
}

function listIn(schema: JsonObject, references: References): readonly string[] | undefined {
  if (schema['type'] === 'array') return [];
  const lists = propertiesOf(schema, references).filter(([, each]) => schemaOf(each, references)['type'] === 'array');
  const names = lists.map(([name]) => name);
  const usual = LISTS.find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
  return usual === undefined ? undefined : [usual];
}

function tokenIn(schema: JsonObject, references: References): readonly string[] | undefined {
  const properties = propertiesOf(schema, references);
  const direct = properties.find(([name]) => NEXT_TOKENS.has(plain(name)));
  if (direct !== undefined) return [direct[0]];
  for (const [name, each] of properties) {
    if (!WRAPPERS.has(plain(name))) continue;
    const inner = propertiesOf(schemaOf(each, references), references).find(([key]) => NEXT_TOKENS.has(plain(key)));
    if (inner !== undefined) return [name, inner[0]];
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
