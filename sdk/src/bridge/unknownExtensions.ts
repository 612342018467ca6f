/**
 * Messages of extensions that the bridge does not know. Which of them belong to which extension cannot be known: the bridge forwards all
 * methods that no revision has, to a side that has declared at least one extension.
 */

import * as TasksMethod from '@mcp-gen/protocol/extensions/tasks/methods';
import {
  declares,
  type Capabilities,
  type HandlerContext,
  type JsonRpcError,
  type Lookup,
  type NotificationEntry,
  type Profile,
  type RequestEntry,
  type RequestMethod,
  type Revision,
} from '@mcp-gen/runtime';
import { isObject, quote } from '@mcp-gen/runtime/codegen/v1';
import { withQuestions } from '../extension/extensionTables.js';
import { isExtensionName } from '../extensionName.js';
import { factsOf } from '../registry.js';
import { TASKS_EXTENSION } from '../tasks/taskNames.js';
import { forwardedRequests } from './forwardedMethods.js';

/** Methods of the extension that the bridge handles itself. */
const KNOWN: ReadonlySet<string> = new Set(Object.values(TasksMethod));

/** Returns whether a message may belong to an extension that the bridge does not know. */
export function isOfUnknownExtension(method: string): boolean {
  return factsOf(method) === undefined && !KNOWN.has(method);
}

/** Returns whether a side has declared an extension that the bridge does not know. Up to 2025-11-25, `experimental` has extensions, too. */
export function declaresUnknownExtension(capabilities: Capabilities): boolean {
  return ['extensions', 'experimental'].some((place) => {
    const declared = capabilities[place];
    if (!isObject(declared)) return false;
    return Object.keys(declared).some(
      (id) => id !== TASKS_EXTENSION && isExtensionName(id) && declares(capabilities, `${place}.${id}`),
    );
  });
}

/** The types of results that the bridge knows. */
const KNOWN_TYPES: ReadonlySet<string> = new Set(['complete', 'input_required', 'task']);

/** Any `resultType`. */
const ANY = ['*'];

/** All that is known of these requests: their params and results are objects, and the result may ask for input. */
const REQUEST: RequestEntry = { name: '', params: isParams, result: isObject, asks: true, resultTypes: ANY };

const NOTIFICATION: NotificationEntry = { name: '', params: isParams };

function isParams(value: unknown): boolean {
  return value === undefined || isObject(value);
}

/** A request of an unknown extension. */
export interface UnknownRequest {
  readonly method: string;
  readonly params: unknown;
  readonly context: HandlerContext;
  /** The error to answer with if it is not forwarded (-32601). */
  readonly refusal: JsonRpcError;
}

/**
 * Adds these messages to the tables of one side.
 *
 * @param takes returns whether requests of the other side are forwarded. Otherwise they are refused
 * @param forward handles those requests, also those that are asked in results
 */
export function withUnknownExtensions(
  profile: Profile,
  takes: () => boolean,
  forward: (request: UnknownRequest) => unknown,
): Profile {
  const route = (method: string): RequestMethod | undefined =>
    takes()
      ? {
          entry: REQUEST,
          handle: (params, context) => forward({ method, params, context, refusal: profile.refuse(method) }),
        }
      : undefined;
  return {
    ...profile,
    requests: extended(profile.requests, route),
    questions: extended(profile.questions, route),
    sentRequests: extended(profile.sentRequests, () => REQUEST),
    sentNotifications: extended(profile.sentNotifications, () => NOTIFICATION),
  };
}

function extended<Value>(table: Lookup<Value>, valueOf: (method: string) => Value | undefined): Lookup<Value> {
  return {
    get: (method) => table.get(method) ?? (isOfUnknownExtension(method) ? valueOf(method) : undefined),
    values: () => table.values(),
  };
}

/**
 * Lets forwarded requests of a revision without sessions have questions and other results of unknown extensions as results. Whether the
 * client has declared any is checked with each result, by {@link partOfUnknownExtension}.
 */
export function withResultsOfExtensions(revision: Revision): Revision {
  if (revision.era !== 'stateless') return revision;
  const requests = { ...revision.server.requests };
  for (const { method } of forwardedRequests()) {
    const entry = requests[method];
    if (entry !== undefined) requests[method] = withOtherResults(entry);
  }
  return { ...revision, server: { ...revision.server, requests } };
}

function withOtherResults(given: RequestEntry): RequestEntry {
  const asked = (method: string): RequestEntry | undefined => (isOfUnknownExtension(method) ? REQUEST : undefined);
  const entry = given.asks === true ? withQuestions(given, asked) : given;
  return { ...entry, result: (value) => entry.result(value) || typeOf(value) !== undefined, resultTypes: ANY };
}

/** Returns what a result has of an unknown extension, for errors; undefined if it has nothing. */
export function partOfUnknownExtension(method: string, result: object): string | undefined {
  const type = isOfUnknownExtension(method) ? undefined : typeOf(result);
  if (type !== undefined) return `the resultType ${quote(type)}`;
  const { inputRequests } = result as { readonly inputRequests?: unknown };
  if (!isObject(inputRequests)) return undefined;
  const asked = Object.values(inputRequests)
    .map((question) => (question as { readonly method: string }).method)
    .find(isOfUnknownExtension);
  return asked === undefined ? undefined : `the question ${quote(asked)}`;
}

/** Returns the type of a result of an unknown extension. */
function typeOf(result: unknown): string | undefined {
  const type = isObject(result) ? result['resultType'] : undefined;
  return typeof type === 'string' && !KNOWN_TYPES.has(type) ? type : undefined;
}
