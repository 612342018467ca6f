/** Emits methods.py: the messages that each side receives, by method. */

import type { AnyMessage, Protocol, RequestMessage, Side } from '../targetInterface.js';
import { bracketed, printLayout, type Layout } from './codeLayout.js';
import { guardName, literal, stringLiteral } from './pythonNames.js';

const SIDES = ['server', 'client'] as const;

/** Returns the body of the module. */
export function emitMethods(protocol: Protocol): string {
  return SIDES.map((side) => methodsOf(side, protocol)).join('\n\n');
}

/** Returns the table of a side: what the other side sends. */
function methodsOf(side: Side, { requests, embedded, notifications }: Protocol): string {
  const received = <Kind extends AnyMessage>(messages: readonly Kind[]): readonly Kind[] =>
    messages.filter(({ senders }) => senders.some((sender) => sender !== side));
  const questions = received(embedded);
  const table = bracketed(
    'Methods(',
    [
      ['requests=', tableOf(received(requests), request)],
      ['notifications=', tableOf(received(notifications), notification)],
      ...(questions.length > 0 ? [['questions=', tableOf(questions, request)]] : []),
    ],
    ')',
  );
  return `${printLayout([`${side.toUpperCase()}: Final = `, table])}\n"""The messages that a ${side} receives."""`;
}

function tableOf<Kind extends AnyMessage>(messages: readonly Kind[], entryOf: (message: Kind) => Layout): Layout {
  return bracketed(
    '{',
    messages.map((message): Layout => [`${stringLiteral(message.method)}: `, entryOf(message)]),
    '}',
  );
}

function request(message: RequestMessage): Layout {
  const { paginated, question, cancellable } = message;
  return bracketed(
    'Request(',
    [
      ...headOf(message),
      ['result=', resultGuard(message)],
      ['result_types=', tupleOf(message)],
      ...(question === undefined ? [] : [`question_type=${stringLiteral(question)}`]),
      ...flags(message),
      ...flag('paginated', paginated),
      ...(cancellable ? [] : ['cancellable=False']),
      ...flag('lifecycle', message.lifecycle),
    ],
    ')',
  );
}

function notification(message: AnyMessage): Layout {
  const parts = [...headOf(message), ...flags(message), ...flag('lifecycle', message.lifecycle)];
  return bracketed('Notification(', parts, ')');
}

function headOf({ name, params }: AnyMessage): readonly Layout[] {
  return [`name=${stringLiteral(name)}`, `params=${guard(params.type)}`, `params_type=${stringLiteral(params.type)}`];
}

function flags({ params, capability }: AnyMessage): readonly Layout[] {
  return [
    ...flag('params_optional', params.optional),
    ...(capability === undefined ? [] : [`capability=${literal(capability)}`]),
  ];
}

function flag(name: string, is: boolean): readonly Layout[] {
  return is ? [`${name}=True`] : [];
}

/** Returns the guard of a result. A question accepts almost any value, so that it is told apart first. */
function resultGuard(message: RequestMessage): Layout {
  const { question } = message;
  const answers = answersOf(message).map(guard);
  const [only = '', ...more] = answers;
  const answer = more.length === 0 ? only : bracketed('either(', answers, ')');
  return question === undefined ? answer : bracketed('or_question(', [answer, guard(question)], ')');
}

/** Returns the results that are not a question. A request whose only result is one has it for both. */
function answersOf({ results, question }: RequestMessage): readonly string[] {
  const answers = results.filter((result) => result !== question);
  return answers.length === 0 ? results : answers;
}

/** Returns the names of results. The comma after the only part of a tuple makes it one. */
function tupleOf(message: RequestMessage): Layout {
  const [only = '', ...more] = answersOf(message).map(stringLiteral);
  return more.length === 0 ? `(${only},)` : bracketed('(', [only, ...more], ')');
}

function guard(definition: string): string {
  return `guards.${guardName(definition)}`;
}
