/** The messages of an extension, merged into the tables of a revision. */

import { describe } from '@mcp-gen/runtime/options';
import { holds, type Revision } from '@mcp-gen/runtime';
import {
  isObject,
  type Guard,
  type MethodTable,
  type NotificationEntry,
  type RequestEntry,
} from '@mcp-gen/runtime/codegen/v1';
import * as features from '@mcp-gen/protocol/registry/features';
import * as MetaKey from '@mcp-gen/protocol/registry/metaKeys';
import type { RevisionRange } from '@mcp-gen/runtime';
import { without } from '../properties.js';
import type { Extension, ExtensionDeclaration } from './declaration.js';
import { isPartOf } from './declaredSettings.js';
import { capabilityOf, handlerName, tableOf } from './ownEntries.js';

const FEATURES: { readonly [name: string]: RevisionRange | undefined } = features;

/** Returns whether a revision has the features that an extension needs. */
export function hasFeatures({ requires }: ExtensionDeclaration, revision: string): boolean {
  return requires?.features?.every((name) => holds(FEATURES[name] as RevisionRange, revision)) ?? true;
}

/** Returns whether a revision has what an extension needs of it. */
export function fits(declaration: ExtensionDeclaration, revision: string): boolean {
  const { revisions } = declaration;
  if (isPartOf(declaration, revision)) return true;
  return hasFeatures(declaration, revision) && (revisions === undefined || holds(revisions, revision));
}

/** Returns the extensions that are active in a revision: it has what they and the extensions that they need require. */
export function activeIn(extensions: readonly Extension[], revision: string): readonly Extension[] {
  const active = new Map(
    extensions.filter(({ declaration }) => fits(declaration, revision)).map((each) => [each.id, each]),
  );
  const lacking = (): Extension | undefined =>
    [...active.values()].find(
      ({ declaration: { requires } }) => requires?.extensions?.some((id) => !active.has(id)) === true,
    );
  for (let next = lacking(); next !== undefined; next = lacking()) active.delete(next.id);
  return [...active.values()];
}

/**
 * Checks the tables of an extension.
 *
 * @param what names the extension, for errors
 * @throws {TypeError} if one is not a generated table, or belongs to another extension, or a feature is unknown.
 */
export function checkMessages(what: string, { id, messages, requires }: ExtensionDeclaration): void {
  for (const name of requires?.features ?? []) {
    if (Object.hasOwn(FEATURES, name)) continue;
    throw new TypeError(
      `Unknown feature ${JSON.stringify(name)} of ${what}. Valid features: ${Object.keys(FEATURES).join(', ')}`,
    );
  }
  for (const side of ['server', 'client'] as const) {
    const table = messages?.[side] as Partial<MethodTable> | undefined;
    if (table === undefined) continue;
    if (!isObject(table) || !isObject(table.requests) || !isObject(table.notifications)) {
      throw new TypeError(
        `Invalid messages.${side} of ${what}: expected ${side} of a generated extensions/<name>.ts, got ${describe(table)}`,
      );
    }
    for (const [method, entry] of Object.entries({ ...table.requests, ...table.notifications })) {
      const { capability } = entry;
      if (capability === undefined || capability === capabilityOf({ id })) continue;
      throw new TypeError(
        `${method} of ${what} needs the capability ${capability}: expected ${capabilityOf({ id })}, from a generated extensions/<name>.ts`,
      );
    }
  }
}

/** Returns a revision with the messages and results of the extensions that are active in it. */
export function extendRevision(revision: Revision, extensions: readonly Extension[]): Revision {
  const active = activeIn(extensions, revision.id).filter(({ declaration }) => !isPartOf(declaration, revision.id));
  if (active.length === 0) return revision;
  const isStateless = revision.era === 'stateless';
  const server = joined(active, 'server');
  const client = joined(active, 'client');
  const asked = withoutRepetition(client.requests, revision.id);
  const results = active.flatMap(({ declaration }) => Object.entries(declaration.results ?? {}));
  const requests: { [method: string]: RequestEntry } = { ...revision.server.requests };
  if (!isStateless) Object.assign(requests, declaredAnywhere(withoutRepetition(server.requests, revision.id)));
  if (isStateless) {
    for (const [method, entry] of Object.entries(server.requests)) requests[method] = asking(entry);
    for (const [method, { type, guard }] of results) {
      const entry = requests[method];
      if (entry === undefined) continue;
      const resultTypes = [...(entry.resultTypes ?? []), type];
      requests[method] = { ...entry, resultTypes, result: (value) => guard(value) || entry.result(value) };
    }
    if (Object.keys(asked).length > 0) {
      for (const [method, entry] of Object.entries(requests)) {
        if (entry.asks === true)
          requests[method] = withQuestions(entry, (name) => (Object.hasOwn(asked, name) ? asked[name] : undefined));
      }
    }
  }
  return {
    ...revision,
    server: {
      ...revision.server,
      requests,
      notifications: { ...revision.server.notifications, ...server.notifications },
    },
    client: {
      ...revision.client,
      // Without sessions, servers ask in results only.
      requests: isStateless ? revision.client.requests : { ...revision.client.requests, ...declaredAnywhere(asked) },
      notifications: { ...revision.client.notifications, ...client.notifications },
      ...(isStateless && { questions: { ...revision.client.questions, ...asked } }),
    },
  };
}

/**
 * Returns requests that need no capability: up to 2025-11-25, the other side may have declared the extension in `experimental` alone. Those
 * who send them look at its settings.
 */
function declaredAnywhere(requests: MethodTable['requests']): MethodTable['requests'] {
  return Object.fromEntries(Object.entries(requests).map(([method, entry]) => [method, without(entry, 'capability')]));
}

/** Returns the entries of extensions, in one table. */
function joined(extensions: readonly Extension[], side: 'server' | 'client'): MethodTable {
  const tables = extensions.map((extension) => entriesOf(extension, side));
  return {
    requests: Object.fromEntries(tables.flatMap(({ requests }) => Object.entries(requests))),
    notifications: Object.fromEntries(tables.flatMap(({ notifications }) => Object.entries(notifications))),
  };
}

/** Returns the entries of an extension, with handler names of their own, and the capability that each needs. */
function entriesOf(extension: Extension, side: 'server' | 'client'): MethodTable {
  const { requests, notifications } = tableOf(extension, side);
  const own = <Entry extends RequestEntry | NotificationEntry>(entries: { readonly [method: string]: Entry }) =>
    Object.fromEntries(
      Object.entries(entries).map(([method, entry]) => [
        method,
        // The revision cannot explain definitions of an extension.
        {
          ...without(entry as Entry & RequestEntry, 'paramsType', 'resultType'),
          name: handlerName(method),
          capability: capabilityOf(extension),
        },
      ]),
    ) as { readonly [method: string]: Entry };
  return { requests: own(requests), notifications: own(notifications) };
}

/**
 * Lets messages omit what a session, or the request that they belong to, says: the revision and the capabilities of the client, and that a
 * result is complete. Tables that were generated for a revision without sessions require it of every message.
 */
function withoutRepetition(
  entries: MethodTable['requests'],
  revision: string,
): { readonly [method: string]: RequestEntry } {
  const said = { [MetaKey.protocolVersion]: revision, [MetaKey.clientCapabilities]: {} };
  const wholeParams = (value: unknown): unknown => {
    const { _meta = {}, ...others } = (value ?? {}) as { readonly _meta?: unknown };
    return isObject(_meta) ? { ...others, _meta: { ...said, ..._meta } } : value;
  };
  const wholeResult = (value: unknown): unknown => (isObject(value) ? { resultType: 'complete', ...value } : value);
  return Object.fromEntries(
    Object.entries(entries).map(([method, entry]) => [
      method,
      { ...entry, ...loosened(entry, wholeParams, wholeResult) },
    ]),
  );
}

function loosened(
  { params, checkParams, result }: RequestEntry,
  wholeParams: (value: unknown) => unknown,
  wholeResult: (value: unknown) => unknown,
): Partial<RequestEntry> {
  return {
    params: (value) => params(value) || (isOptionalObject(value) && params(wholeParams(value))),
    result: (value) => result(value) || result(wholeResult(value)),
    ...(checkParams && {
      checkParams: (value: unknown) => checkParams((params(value) ? value : wholeParams(value)) as never),
    }),
  };
}

function isOptionalObject(value: unknown): boolean {
  return value === undefined || isObject(value);
}

/** Lets a request of an extension be answered with questions (specification, 2026-07-28: Multi Round-Trip Requests). */
function asking(entry: RequestEntry): RequestEntry {
  return { ...entry, asks: true, result: (value) => isAsking(value) || entry.result(value) };
}

function isAsking(value: unknown): boolean {
  if (!isObject(value) || value.resultType !== 'input_required') return false;
  const { inputRequests, requestState } = value;
  const isValid = requestState === undefined || typeof requestState === 'string';
  return inputRequests === undefined ? typeof requestState === 'string' : isValid && isObject(inputRequests);
}

/** Returns the entry of a question of an extension; undefined for other methods. */
type Asked = (method: string) => RequestEntry | undefined;

/**
 * Lets a request be answered with questions of extensions, too. Which question an answer belongs to is known only when the state of the
 * request has been opened: it is checked then.
 */
export function withQuestions(entry: RequestEntry, asked: Asked): RequestEntry {
  return {
    ...entry,
    params: (value) => entry.params(value) || (hasAnswers(value) && entry.params({ ...value, inputResponses: {} })),
    result: (value) => entry.result(value) || hasQuestions(value, asked, entry.result),
  };
}

function hasAnswers(value: unknown): value is { readonly inputResponses: object } {
  return isObject(value) && isObject(value.inputResponses) && Object.values(value.inputResponses).every(isObject);
}

/** Returns whether a result asks questions of extensions, and is valid without them. */
function hasQuestions(value: unknown, asked: Asked, isValid: Guard): boolean {
  if (!isAsking(value)) return false;
  const { inputRequests } = value as { readonly inputRequests?: { readonly [key: string]: unknown } };
  const others: { [key: string]: unknown } = {};
  for (const [key, question] of Object.entries(inputRequests ?? {})) {
    const method = isObject(question) && typeof question.method === 'string' ? question.method : '';
    const entry = asked(method);
    if (entry === undefined) others[key] = question;
    else if (!entry.params((question as { readonly params?: unknown }).params)) return false;
  }
  return isValid({ ...(value as object), inputRequests: others });
}
