/** Checks who sends messages, and how methods are named. */

import { withoutKind } from '../../model/conventions.js';
import { UNIONS } from '../../model/directions.js';
import { methodOf } from '../../model/messageInterfaces.js';
import type { AnyMessage, Side } from '../../model/protocol.js';
import { wordsOf, type InterfaceDeclaration } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';
import { groupBy } from '../../collections.js';
import type { Found } from '../finding.js';
import { sentencesOf } from '../prose.js';
import type { Subject } from '../subject.js';

export function checkMessages(subject: Subject): readonly Found[] {
  return [...withoutUnion(subject), ...withoutEnvelope(subject), ...subject.messages.flatMap(checkMessage)];
}

function withoutUnion({ source, messages }: Subject): readonly Found[] {
  const known = new Set(messages.map(({ declaration }) => declaration.name));
  return source.types.flatMap((declaration): readonly Found[] => {
    if (declaration.kind !== 'interface' || known.has(declaration.name)) return [];
    const method = methodOf(declaration, source);
    if (method === undefined) return [];
    const { name: at, place } = declaration;
    const unions = UNIONS.map((each) => source.nameOf(each)).join(', ');
    return [
      { rule: 'message-without-union', at, message: `${at} (${method}) is in none of the unions ${unions}`, place },
    ];
  });
}

/** Returns the bases of the messages that do not declare the version of JSON-RPC. */
function withoutEnvelope({ source, protocol }: Subject): readonly Found[] {
  // Messages inside others have no envelope, and a schema without envelopes describes their contents only.
  const own = [...protocol.requests, ...protocol.notifications];
  const hasEnvelopes = source.types.some((each) => each.kind === 'interface' && hasVersion(each, source));
  const without = own.filter(({ declaration }) => hasEnvelopes && !hasVersion(declaration, protocol.definitions));
  const bases = groupBy(without, ({ declaration }) => rootOf(declaration, source));
  return [...bases].map(([at, messages]) => {
    const methods = messages.map(({ method }) => method);
    const shown = methods.length > SHOWN ? [...methods.slice(0, SHOWN), '...'] : methods;
    const message = `${methods.length} messages do not declare jsonrpc, since ${at} does not: ${shown.join(', ')}`;
    const place = source.findType(at)?.place ?? (messages[0] as AnyMessage).declaration.place;
    return { rule: 'message-without-envelope', at, message, place };
  });
}

/** Returns the name of the first base of all bases of a message. */
function rootOf({ name, bases }: InterfaceDeclaration, source: Definitions): string {
  const base = source.findType(bases[0]?.name ?? '');
  return base?.kind === 'interface' ? rootOf(base, source) : name;
}

/** The most methods that a message names. */
const SHOWN = 3;

function hasVersion(declaration: InterfaceDeclaration, source: Definitions): boolean {
  return source.propertyNamed(declaration, 'jsonrpc') !== undefined;
}

function checkMessage(message: AnyMessage): readonly Found[] {
  return [...inWrongUnion(message), ...unlikeKind(message), ...unlikeName(message)];
}

/** "A request from the client", "Sent by the server", "this notification is sent by the client", "the server also sends this". */
const SENDERS = [
  /^(?:an? )?(?:\w+ )?(?:request|notification) (?:sent )?(?:from|by) (?:the |a )?(client|server)\b/gi,
  /^(?:sent|issued|used) (?:by|from) (?:the |a )?(client|server)\b/gi,
  /\bthis (?:request|notification) is (?:sent|issued) (?:by|from) (?:the |a )?(client|server)\b/gi,
  /\b(client|server) (?:also )?sends this\b/gi,
] as const;

/** "can be sent by either side" */
const EITHER = /\b(?:sent|issued) (?:by|from) (?:either|both)\b/i;
const SIDES: readonly Side[] = ['client', 'server'];

function inWrongUnion({ declaration, senders, method, kind }: AnyMessage): readonly Found[] {
  const stated = sentencesOf(wordsOf(declaration.docs)).flatMap((sentence) =>
    EITHER.test(sentence)
      ? SIDES
      : SENDERS.flatMap((pattern) =>
          [...sentence.matchAll(pattern)].map(([, side = '']) => side.toLowerCase() as Side),
        ),
  );
  const { name: at, place } = declaration;
  return [...new Set(stated)]
    .filter((side) => !senders.includes(side))
    .map((side) => {
      const message = `The docs of ${at} say that the ${side} sends ${method}, but it is in no union of the ${kind}s of the ${side}`;
      return { rule: 'message-in-wrong-union', at, message, place };
    });
}

function unlikeKind({ declaration, method, kind }: AnyMessage): readonly Found[] {
  const isOfNotification = withoutKind(method) !== method;
  if (isOfNotification === (kind === 'notification')) return [];
  const { name: at, place } = declaration;
  const wrong = isOfNotification ? 'begins' : 'does not begin';
  const message = `${method} is a ${kind}, but its method ${wrong} with "notifications/"`;
  return [{ rule: 'method-unlike-kind', at, message, place }];
}

function unlikeName({ declaration, method }: AnyMessage): readonly Found[] {
  const { name: at, place } = declaration;
  const ofName = wordsIn(at.replace(/(?:Request|Notification)$/, ''));
  const ofMethod = wordsIn(withoutKind(method));
  const isShared = ofName.some((a) => ofMethod.some((b) => a.startsWith(b) || b.startsWith(a)));
  if (isShared) return [];
  return [
    { rule: 'method-unlike-name', at, message: `${at} has the method ${method}, which has none of its words`, place },
  ];
}

/** Returns the words in a name, without the s of plurals: `list`, `tool` of `ListTools`. */
function wordsIn(name: string): readonly string[] {
  const words = name.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, '')).filter((word) => word.length > 1);
}
