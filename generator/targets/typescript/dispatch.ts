/**
 * Emits dispatch.ts: the methods that each side receives, as tables for the runtime and as types for programs; and the `revision` value,
 * which contains both tables.
 */

import type { RevisionPlan } from '../../analyze/plan.js';
import {
  asksForInput,
  otherSide,
  sentBy,
  type AnyMessage,
  type Protocol,
  type RequestMessage,
  type Side,
} from '../../model/protocol.js';
import { Code, code, concat, identifier, literal, memberOf, propertyKey } from '../../print/code.js';
import { pascalCase } from '../../words.js';
import { runtime } from './codegen.js';
import { sourceFile, type GeneratedFile } from '../file.js';
import { guardName, typeNamed } from './guardNames.js';
import { referToCheck } from './sending.js';

const SIDES: readonly Side[] = ['server', 'client'];
const { Revision, TableOf, either, optional, orQuestion } = runtime;

/** The kinds of messages that a side sends: requests, notifications, and questions, which are requests inside results. */
export type SentKind = AnyMessage['kind'] | 'question';

const LISTED: { readonly [Kind in SentKind]: string } = {
  request: 'Requests',
  notification: 'Notifications',
  question: 'Questions',
};

/** Returns the type that lists what a side sends: `ClientRequests`, `ServerNotifications`, `ServerQuestions`. */
export function messageTypes(side: Side, kind: SentKind): string {
  return `${pascalCase(side)}${LISTED[kind]}`;
}

/** Returns whether handlers of a side request input inside results instead of with requests. */
export function asksInResults(side: Side, { embedded }: Protocol): boolean {
  return sentBy(side, embedded).length > 0;
}

/** Returns the result of a request as a type. */
export function resultType({ results }: RequestMessage): Code {
  return concat(results.map(typeNamed), ' | ');
}

/** Returns the params of a message as a type. */
function paramsType(message: AnyMessage): Code {
  const type = typeNamed(message.params.type);
  return message.params.optional ? code`${type} | undefined` : type;
}

export function emitDispatch({ protocol, sendChecks }: RevisionPlan): GeneratedFile {
  const about = `The methods of revision ${protocol.revision}, with their senders, params, and results.`;
  return sourceFile(protocol, 'dispatch', about, [...tablesOf(protocol, sendChecks), revisionValue(protocol)]);
}

/** Returns the types of the messages, and the tables of both sides. */
export function tablesOf(protocol: Protocol, sendChecks: RevisionPlan['sendChecks']): readonly Code[] {
  const types = SIDES.toReversed().flatMap((side) => [
    typesOf(side, 'request', protocol.requests),
    typesOf(side, 'notification', protocol.notifications),
    ...(asksInResults(side, protocol) ? [questionTypes(side, protocol)] : []),
  ]);
  const ofBoth = [...protocol.requests, ...protocol.notifications].filter(({ senders }) => senders.length > 1);
  const entries = ofBoth.map((message) => sharedEntry(message, sendChecks));
  const tables = SIDES.map((side) => table(side, protocol, sendChecks));
  return [...types, ...entries, ...tables];
}

/** Returns the entry of a message that both sides receive, which their tables share. */
function sharedEntry(message: AnyMessage, checks: RevisionPlan['sendChecks']): Code {
  return code`const ${entryName(message)} = { ${fields(message, checks)} } as const;`;
}

/** The name contains `Entry`, so that it is not one of the tables. */
function entryName({ name }: AnyMessage): Code {
  return identifier(`${name}Entry`);
}

/** Returns the params and result of a message, as a property of such a type, by method. */
export function messageEntry(message: AnyMessage): Code {
  const result = message.kind === 'request' ? code` result: ${resultType(message)};` : undefined;
  return code`${propertyKey(message.method)}: { params: ${paramsType(message)};${result} };`;
}

function typesOf(side: Side, kind: AnyMessage['kind'], messages: readonly AnyMessage[]): Code {
  return code`/** The ${new Code(kind)}s that a ${identifier(side)} sends, by method. */
    export interface ${identifier(messageTypes(side, kind))} { ${sentBy(side, messages).map(messageEntry)} }`;
}

function questionTypes(side: Side, { embedded }: Protocol): Code {
  return code`/** The requests that a ${identifier(side)} sends inside results, by method. */
    export interface ${identifier(messageTypes(side, 'question'))} { ${sentBy(side, embedded).map(messageEntry)} }`;
}

/** Returns the table of the methods that a side receives: those that the other side sends. */
function table(side: Side, protocol: Protocol, checks: RevisionPlan['sendChecks']): Code {
  const sender = otherSide(side);
  const questions = sentBy(sender, protocol.embedded).map((question) => entry(question, checks));
  const requests = sentBy(sender, protocol.requests).map((request) => entry(request, checks));
  const notifications = sentBy(sender, protocol.notifications).map((notification) => entry(notification, checks));
  return code`/** The methods that a ${identifier(side)} receives. */
    export const ${identifier(side)}: ${TableOf}<${identifier(messageTypes(sender, 'request'))}, ${identifier(messageTypes(sender, 'notification'))}> = {
      requests: { ${requests} },
      notifications: { ${notifications} },${
        questions.length === 0
          ? undefined
          : code`
      questions: { ${questions} },`
      }
    };`;
}

function entry(message: AnyMessage, checks: RevisionPlan['sendChecks']): Code {
  const value = message.senders.length > 1 ? entryName(message) : code`{ ${fields(message, checks)} }`;
  return code`${propertyKey(message.method)}: ${value},`;
}

function fields(message: AnyMessage, checks: RevisionPlan['sendChecks']): Code {
  const all = [
    code`name: ${message.name}`,
    code`params: ${paramsGuard(message)}`,
    code`paramsType: ${message.params.type}`,
    ...(message.kind === 'request'
      ? [code`result: ${resultGuard(message)}`, code`resultType: ${message.results[0]}`]
      : []),
    ...(checks.has(message.params.type) ? [code`checkParams: ${sendCheck(message.params.type, checks)}`] : []),
    ...(message.kind === 'request' ? resultCheck(message, checks) : []),
    ...(message.capability === undefined ? [] : [code`capability: ${message.capability}`]),
    ...(message.kind === 'request' && message.paginated ? [new Code('paginated: true')] : []),
    ...(message.kind === 'request' && asksForInput(message) ? [new Code('asks: true')] : []),
    ...(message.kind === 'request' && !message.cancellable ? [new Code('cancellable: false')] : []),
    ...(message.lifecycle ? [new Code('lifecycle: true')] : []),
  ];
  return code`\n${concat(all, ',\n')},\n`;
}

function paramsGuard({ params }: AnyMessage): Code {
  return params.optional ? code`/* @__PURE__ */ ${optional}(${guard(params.type)})` : guard(params.type);
}

function resultGuard({ results, question }: RequestMessage): Code {
  const [answer, ...others] = results.filter((result) => result !== question).map(guard);
  if (answer === undefined) return guard(results[0]);
  const isAnswer = others.length === 0 ? answer : code`/* @__PURE__ */ ${either}(${concat([answer, ...others], ', ')})`;
  return question === undefined ? isAnswer : code`/* @__PURE__ */ ${orQuestion}(${isAnswer}, ${guard(question)})`;
}

/** Returns the check of a result before it is sent. If there are alternatives, each is checked as its own type. */
function resultCheck(message: RequestMessage, checks: RevisionPlan['sendChecks']): readonly Code[] {
  const { results } = message;
  const ruled = results.filter((result) => checks.has(result));
  const [only] = ruled;
  if (only === undefined) return [];
  if (results.length === 1) return [code`checkResult: ${sendCheck(only, checks)}`];
  const each = ruled.map((result) => code`(${guard(result)}(value) ? ${sendCheck(result, checks)}(value) : undefined)`);
  return [code`checkResult: (value: ${resultType(message)}) => ${concat(each, ' ?? ')}`];
}

function guard(type: string): Code {
  return memberOf('validators', guardName(type), './validators.js', 'value');
}

function sendCheck(type: string, checks: RevisionPlan['sendChecks']): Code {
  return referToCheck(type, checks, (name) => memberOf('sending', name, './sending.js', 'value'));
}

function revisionValue({ revision, protocolVersion = revision, era, batching }: Protocol): Code {
  return code`/** Revision ${new Code(revision)}, for the runtime. */
    export const revision: ${Revision} = {
      id: ${protocolVersion}, era: ${era}, batching: ${literal(batching)}, server, client,
      explain: () => import('./payloads.js').then((module) => module.explainPayload),
    };`;
}
