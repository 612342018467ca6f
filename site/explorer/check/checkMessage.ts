/** Checks a message against one revision, with the guards that the runtime uses, and explains what they refuse. */

import type { Issue, MethodTable, NotificationEntry, RequestEntry, Revision } from '@mcp-gen/runtime/codegen/v1';
import { isRecord, kindOf, type JsonObject } from './readMessage.js';
import type { LoadedRevision } from './revision.js';

/** One place where a message is not as the revision says. */
export type Finding = Pick<Issue, 'pointer' | 'expected' | 'actual'>;

/** What a revision makes of a message. */
export interface Verdict {
  readonly valid: boolean;
  /** Empty if the message is valid. */
  readonly findings: readonly Finding[];
  /** What holds for senders alone: readers accept the message all the same. */
  readonly forSenders: readonly Finding[];
  /** For a result whose request is unknown: the methods that it can answer. */
  readonly answers: readonly string[];
}

/** A method as one revision has it. */
export interface Found {
  readonly entry: RequestEntry | NotificationEntry;
  readonly kind: 'request' | 'notification';
  /** The sides that send it. */
  readonly senders: readonly ('client' | 'server')[];
  /** Whether it is asked for inside of results, and never sent alone. */
  readonly embedded: boolean;
}

const NOTHING: readonly never[] = [];

/**
 * Checks a message, or a batch where the revision has batches.
 *
 * @param answers the method that a result answers. Default: any that it fits
 */
export function checkMessage(loaded: LoadedRevision, value: unknown, answers?: string): Verdict {
  const { batching } = loaded.revision;
  if (!Array.isArray(value)) return checkOne(loaded, value, answers);
  if (!batching)
    return refused([{ pointer: '', expected: 'one message: this revision has no batches', actual: 'array' }]);
  if (value.length === 0) return refused([{ pointer: '', expected: 'at least 1 message', actual: 'an empty batch' }]);
  const verdicts = value.map((item: unknown) => checkOne(loaded, item, answers));
  const all = (key: 'findings' | 'forSenders'): readonly Finding[] =>
    verdicts.flatMap((verdict, index) => verdict[key].map((finding) => below(finding, `/${index}`)));
  return verdictOf(all('findings'), all('forSenders'));
}

/** Checks a value against one definition of a revision. */
export function checkDefinition({ explain }: LoadedRevision, definition: string, value: unknown): Verdict {
  return verdictOf(explain(definition, value));
}

/** Finds a method in a revision. */
export function findMethod({ server, client }: Revision, method: string): Found | undefined {
  const [toServer, toClient] = [entryIn(server, method), entryIn(client, method)];
  const found = toServer ?? toClient;
  if (found) {
    const senders = [...(toServer ? (['client'] as const) : NOTHING), ...(toClient ? (['server'] as const) : NOTHING)];
    return { ...found, senders, embedded: false };
  }
  const question = own(client.questions, method);
  return question && { entry: question, kind: 'request', senders: ['server'], embedded: true };
}

/** The methods whose result a value can be, without those that any object answers. */
export function methodsAnsweredBy(loaded: LoadedRevision, result: unknown): readonly string[] {
  const { server, client } = loaded.revision;
  const requests = { ...client.questions, ...client.requests, ...server.requests };
  return Object.entries(requests)
    .filter(([, { result: accepts, resultType }]) => resultType !== 'EmptyResult' && accepts(result))
    .map(([method]) => method);
}

function checkOne(loaded: LoadedRevision, value: unknown, answers: string | undefined): Verdict {
  const kind = kindOf(value);
  if (!isRecord(value)) return verdictOf(loaded.explain('JSONRPCRequest', value));
  switch (kind) {
    case 'request':
    case 'notification':
      return checkCall(loaded, kind, value);
    case 'result':
      return checkResult(loaded, value, answers);
    case 'error':
      return verdictOf(loaded.explain(definedIn(loaded, 'JSONRPCErrorResponse', 'JSONRPCError'), value));
    default:
      return value['result'] === undefined
        ? refused([{ pointer: '', expected: 'a method, a result or an error', actual: 'none of them' }])
        : refused([{ pointer: '', expected: 'a result or an error', actual: 'both' }]);
  }
}

function checkCall(loaded: LoadedRevision, kind: 'request' | 'notification', message: JsonObject): Verdict {
  const envelope = loaded.explain(kind === 'request' ? 'JSONRPCRequest' : 'JSONRPCNotification', message);
  if (envelope.length > 0) return refused(envelope);
  const { method, params } = message as { method: string; params?: unknown };
  const found = findMethod(loaded.revision, method);
  const quoted = JSON.stringify(method);
  if (!found) return refused([{ pointer: '/method', expected: 'a method of this revision', actual: quoted }]);
  if (found.kind !== kind) {
    const actual = kind === 'request' ? 'an id' : 'none';
    const expected =
      found.kind === 'request' ? 'an id: this method is a request' : 'no id: this method is a notification';
    return refused([{ pointer: '/id', expected, actual }]);
  }
  if (found.embedded) {
    const expected = 'a method that is sent alone: this one is asked for in `inputRequests` of an InputRequiredResult';
    return refused([{ pointer: '/method', expected, actual: quoted }]);
  }
  const { entry } = found;
  return checkPart(loaded, entry.params, entry.paramsType, entry.checkParams, params, '/params');
}

function checkResult(loaded: LoadedRevision, message: JsonObject, answers: string | undefined): Verdict {
  const envelope = loaded.explain(definedIn(loaded, 'JSONRPCResultResponse', 'JSONRPCResponse'), message);
  if (envelope.length > 0) return refused(envelope);
  const { result } = message;
  if (answers === undefined) return { ...verdictOf(NOTHING), answers: methodsAnsweredBy(loaded, result) };
  const found = findMethod(loaded.revision, answers);
  if (found?.kind !== 'request') {
    const actual = JSON.stringify(answers);
    return refused([{ pointer: '/result', expected: 'the answer to a request of this revision', actual }]);
  }
  const entry = found.entry as RequestEntry;
  const isQuestion = entry.asks === true && isRecord(result) && result['resultType'] === 'input_required';
  const definition = isQuestion ? 'InputRequiredResult' : entry.resultType;
  const verdict = checkPart(loaded, entry.result, definition, entry.checkResult, result, '/result');
  const unknownType =
    verdict.valid && loaded.revision.era === 'stateless' ? unknownResultType(entry, result) : undefined;
  return unknownType ? refused([unknownType]) : verdict;
}

/** Clients refuse a `resultType` that the request does not allow, which no type says: it is any string. */
function unknownResultType({ asks, resultTypes = [] }: RequestEntry, result: unknown): Finding | undefined {
  const type = isRecord(result) ? result['resultType'] : undefined;
  const allowed = ['complete', ...(asks === true ? ['input_required'] : []), ...resultTypes];
  if (allowed.some((each) => each === type)) return undefined;
  const expected = allowed.map((each) => JSON.stringify(each)).join(' or ');
  return { pointer: '/result/resultType', expected, actual: JSON.stringify(type) };
}

/** Checks params or a result: the guard decides, and the explanation says why. */
function checkPart(
  { explain }: LoadedRevision,
  accepts: (value: unknown) => boolean,
  definition: string | undefined,
  beforeSending: ((value: never) => Issue | undefined) | undefined,
  value: unknown,
  pointer: string,
): Verdict {
  if (accepts(value)) {
    const issue = value === undefined ? undefined : beforeSending?.(value as never);
    return verdictOf(NOTHING, issue ? [below(issue, pointer)] : NOTHING);
  }
  const issues = definition === undefined ? NOTHING : explain(definition, value);
  if (issues.length > 0) return refused(issues.map((issue) => below(issue, pointer)));
  return refused([{ pointer, expected: 'another value', actual: typeof value }]);
}

/** Later revisions have another name for some definitions. */
function definedIn({ explain }: LoadedRevision, later: string, earlier: string): string {
  try {
    explain(later, undefined);
    return later;
  } catch (error) {
    if (error instanceof RangeError) return earlier;
    throw error;
  }
}

function entryIn(table: MethodTable, method: string): Pick<Found, 'entry' | 'kind'> | undefined {
  const request = own(table.requests, method);
  if (request) return { entry: request, kind: 'request' };
  const notification = own(table.notifications, method);
  return notification && { entry: notification, kind: 'notification' };
}

/** A pasted method may have the name of what every object inherits. */
function own<Entry>(table: { readonly [method: string]: Entry } | undefined, method: string): Entry | undefined {
  return table !== undefined && Object.hasOwn(table, method) ? table[method] : undefined;
}

function below({ pointer, expected, actual }: Finding, path: string): Finding {
  return { pointer: path + pointer, expected, actual };
}

function refused(findings: readonly Finding[]): Verdict {
  return verdictOf(findings);
}

function verdictOf(findings: readonly Finding[], forSenders: readonly Finding[] = NOTHING): Verdict {
  return {
    valid: findings.length === 0,
    findings: findings.map((each) => below(each, '')),
    forSenders,
    answers: NOTHING,
  };
}
