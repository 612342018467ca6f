/** Checks a message against one revision, with the guards that the runtime uses, and explains what they refuse. */

import {
  isObject,
  type Issue,
  type MethodTable,
  type NotificationEntry,
  type RequestEntry,
  type Revision,
} from '@mcp-gen/runtime/codegen/v1';
import type { Side } from '@mcp-gen/runtime';
import { kindOf } from './messageKind.js';

/** A revision with what explains the values that its guards refuse. */
export interface ExplainedRevision {
  /** Its tables: `revision` of `@mcp-gen/protocol/2025-11-25`. */
  readonly revision: Revision;
  /**
   * `explain` of `@mcp-gen/protocol/2025-11-25/explain`. Throws a RangeError for a definition that the revision does not have. Each revision
   * has a type of its own for the names of definitions, so this one takes none of them.
   */
  readonly explain: (definition: never, value: unknown) => readonly Issue[];
}

/** One place where a message is not as the revision says. */
export type MessageFinding = Pick<Issue, 'pointer' | 'expected' | 'actual'>;

/** What is known of a message. */
export interface CheckMessageOptions {
  /** The method that a result answers, or a function of the id that returns it. Default: any that it fits. */
  readonly answers?: string | ((id: unknown) => string | undefined) | undefined;
  /** The side that sends it: a method that only the other side sends is refused. Default: either. */
  readonly from?: Side | undefined;
}

/** What a revision makes of a message. */
export interface MessageVerdict {
  /** Whether receivers accept the message. */
  readonly valid: boolean;
  /** Empty if the message is valid. */
  readonly findings: readonly MessageFinding[];
  /** Rules that only senders must keep, and the message does not. Receivers accept it. */
  readonly forSenders: readonly MessageFinding[];
  /** For a result whose request is unknown: the methods that it can answer. */
  readonly answers: readonly string[];
}

/** A method as one revision has it. */
export interface Found {
  readonly entry: RequestEntry | NotificationEntry;
  readonly kind: 'request' | 'notification';
  /** The sides that send it. */
  readonly senders: readonly ('client' | 'server')[];
  /** Whether it is only sent inside of results. */
  readonly embedded: boolean;
}

const NOTHING: readonly never[] = [];

/**
 * Checks a message, or a batch where the revision has batches.
 *
 * @example
 * ```ts
 * import { revision } from '@mcp-gen/protocol/2025-11-25';
 * import { explain } from '@mcp-gen/protocol/2025-11-25/explain';
 * import { checkMessage } from '@mcp-gen/sdk/testing';
 *
 * const toCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} };
 * const { findings } = checkMessage({ revision, explain }, toCall);
 * console.log(findings); // [{ pointer: '/params/name', expected: 'string', actual: 'nothing' }]
 * ```
 */
export function checkMessage(
  loaded: ExplainedRevision,
  value: unknown,
  options: CheckMessageOptions = {},
): MessageVerdict {
  const { batching } = loaded.revision;
  if (!Array.isArray(value)) return checkOne(loaded, value, options);
  if (!batching)
    return refused([
      {
        pointer: '',
        expected: 'one message: this revision has no batches',
        actual: 'array',
      },
    ]);
  if (value.length === 0) return refused([{ pointer: '', expected: 'at least 1 message', actual: 'an empty batch' }]);
  const verdicts = value.map((item: unknown) => checkOne(loaded, item, options));
  const all = (key: 'findings' | 'forSenders'): readonly MessageFinding[] =>
    verdicts.flatMap((verdict, index) => verdict[key].map((finding) => below(finding, `/${index}`)));
  return verdictOf(all('findings'), all('forSenders'));
}

/** Checks a value against one definition of a revision. */
export function checkDefinition(loaded: ExplainedRevision, definition: string, value: unknown): MessageVerdict {
  return verdictOf(explained(loaded, definition, value));
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
  return (
    question && {
      entry: question,
      kind: 'request',
      senders: ['server'],
      embedded: true,
    }
  );
}

/** The methods whose result a value can be, without those that any object answers. */
export function methodsAnsweredBy(loaded: ExplainedRevision, result: unknown): readonly string[] {
  const { server, client } = loaded.revision;
  const requests = {
    ...client.questions,
    ...client.requests,
    ...server.requests,
  };
  return Object.entries(requests)
    .filter(([, { result: accepts, resultType }]) => resultType !== 'EmptyResult' && accepts(result))
    .map(([method]) => method);
}

function checkOne(loaded: ExplainedRevision, value: unknown, { answers, from }: CheckMessageOptions): MessageVerdict {
  const kind = kindOf(value);
  if (!isObject(value)) return verdictOf(explained(loaded, 'JSONRPCRequest', value));
  switch (kind) {
    case 'request':
    case 'notification':
      return checkCall(loaded, kind, value, from);
    case 'result':
      return checkResult(loaded, value, typeof answers === 'function' ? answers(value['id']) : answers);
    case 'error':
      return verdictOf(explained(loaded, definedIn(loaded, 'JSONRPCErrorResponse', 'JSONRPCError'), value));
    default:
      return value['result'] === undefined
        ? refused([
            {
              pointer: '',
              expected: 'a method, a result or an error',
              actual: 'none of them',
            },
          ])
        : refused([{ pointer: '', expected: 'a result or an error', actual: 'both' }]);
  }
}

function checkCall(
  loaded: ExplainedRevision,
  kind: 'request' | 'notification',
  message: Record<string, unknown>,
  from: Side | undefined,
): MessageVerdict {
  const envelope = explained(loaded, kind === 'request' ? 'JSONRPCRequest' : 'JSONRPCNotification', message);
  if (envelope.length > 0) return refused(envelope);
  const { method, params } = message as { method: string; params?: unknown };
  const found = findMethod(loaded.revision, method);
  const quoted = JSON.stringify(method);
  if (!found)
    return refused([
      {
        pointer: '/method',
        expected: 'a method of this revision',
        actual: quoted,
      },
    ]);
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
  if (from !== undefined && !found.senders.includes(from)) {
    return refused([{ pointer: '/method', expected: `a method that a ${from} sends`, actual: quoted }]);
  }
  const { entry } = found;
  return checkPart(loaded, entry.params, entry.paramsType, entry.checkParams, params, '/params');
}

function checkResult(
  loaded: ExplainedRevision,
  message: Record<string, unknown>,
  answers: string | undefined,
): MessageVerdict {
  const envelope = explained(loaded, definedIn(loaded, 'JSONRPCResultResponse', 'JSONRPCResponse'), message);
  if (envelope.length > 0) return refused(envelope);
  const { result } = message;
  if (answers === undefined)
    return {
      ...verdictOf(NOTHING),
      answers: methodsAnsweredBy(loaded, result),
    };
  const found = findMethod(loaded.revision, answers);
  if (found?.kind !== 'request') {
    const actual = JSON.stringify(answers);
    return refused([
      {
        pointer: '/result',
        expected: 'the answer to a request of this revision',
        actual,
      },
    ]);
  }
  const entry = found.entry as RequestEntry;
  const isQuestion = entry.asks === true && isObject(result) && result['resultType'] === 'input_required';
  const definition = isQuestion ? 'InputRequiredResult' : entry.resultType;
  const verdict = checkPart(loaded, entry.result, definition, entry.checkResult, result, '/result');
  const unknownType =
    verdict.valid && loaded.revision.era === 'stateless' ? unknownResultType(entry, result) : undefined;
  return unknownType ? refused([unknownType]) : verdict;
}

/** Clients refuse a `resultType` that the request does not allow, which no type says: it is any string. */
function unknownResultType({ asks, resultTypes = [] }: RequestEntry, result: unknown): MessageFinding | undefined {
  const type = isObject(result) ? result['resultType'] : undefined;
  const allowed = ['complete', ...(asks === true ? ['input_required'] : []), ...resultTypes];
  if (allowed.some((each) => each === type)) return undefined;
  const expected = allowed.map((each) => JSON.stringify(each)).join(' or ');
  return {
    pointer: '/result/resultType',
    expected,
    actual: JSON.stringify(type),
  };
}

/** Checks params or a result: the guard decides, and the explanation says why. */
function checkPart(
  loaded: ExplainedRevision,
  accepts: (value: unknown) => boolean,
  definition: string | undefined,
  beforeSending: ((value: never) => Issue | undefined) | undefined,
  value: unknown,
  pointer: string,
): MessageVerdict {
  if (accepts(value)) {
    const issue = value === undefined ? undefined : beforeSending?.(value as never);
    return verdictOf(NOTHING, issue ? [below(issue, pointer)] : NOTHING);
  }
  const issues = definition === undefined ? NOTHING : explained(loaded, definition, value);
  if (issues.length > 0) return refused(issues.map((issue) => below(issue, pointer)));
  return refused([{ pointer, expected: 'another value', actual: typeof value }]);
}

function explained({ explain }: ExplainedRevision, definition: string, value: unknown): readonly Issue[] {
  return explain(definition as never, value);
}

/** Later revisions have another name for some definitions. */
function definedIn(loaded: ExplainedRevision, later: string, earlier: string): string {
  try {
    explained(loaded, later, undefined);
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

function below({ pointer, expected, actual }: MessageFinding, path: string): MessageFinding {
  return { pointer: path + pointer, expected, actual };
}

function refused(findings: readonly MessageFinding[]): MessageVerdict {
  return verdictOf(findings);
}

function verdictOf(
  findings: readonly MessageFinding[],
  forSenders: readonly MessageFinding[] = NOTHING,
): MessageVerdict {
  return {
    valid: findings.length === 0,
    findings: findings.map((each) => below(each, '')),
    forSenders,
    answers: NOTHING,
  };
}
