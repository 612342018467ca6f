/** Checks the params and results of messages: each message has its own, and each of them has a message. */

import type { TypeDeclaration, TypeNode } from '../../model/declarations.js';
import { basesOf, type Definitions } from '../../model/definitions.js';
import { referenceTo } from '../../model/places.js';
import { otherSide, type AnyMessage, type RequestMessage, type Side } from '../../model/protocol.js';
import { responseName } from '../../model/results.js';
import type { Found } from '../finding.js';
import { anchorsOf, type Subject } from '../subject.js';
import { referencesTo } from './checkReferences.js';

export function checkResults(subject: Subject): readonly Found[] {
  return [
    ...withoutResult(subject),
    ...notInUnion(subject),
    ...unreturned(subject),
    ...unusedParams(subject),
    ...inlineParams(subject),
    ...optionalParams(subject),
    ...withoutBase(subject),
  ];
}

function requestsOf({ messages }: Subject): readonly RequestMessage[] {
  return messages.filter((message) => message.kind === 'request');
}

function withoutResult(subject: Subject): readonly Found[] {
  const { source } = subject;
  const requests = requestsOf(subject).filter(({ declaration }) => !isEmbedded(declaration.name, subject));
  return requests.flatMap(({ declaration, method }): readonly Found[] => {
    const { name: at, place } = declaration;
    const response = responseName(source, at);
    const names = [`${at.replace(/Request$/, '')}Result`, response];
    const others = requests.filter((each) => source.findType(responseName(source, each.declaration.name))).length;
    if (names.some((name) => source.findType(name))) {
      if (source.findType(response) || others * 2 < requests.length) return [];
      const message = `${response} is not declared, unlike the responses to ${others} other requests`;
      return [{ rule: 'request-without-result', at, message, place }];
    }
    const message = `Neither ${names.join(' nor ')} is declared, so that the schema does not state the result of ${method}`;
    return [{ rule: 'request-without-result', at, message, place }];
  });
}

const RESULTS = { client: 'ClientResult', server: 'ServerResult' } as const;

function notInUnion(subject: Subject): readonly Found[] {
  const { source } = subject;
  return (['client', 'server'] as const).flatMap((side: Side): readonly Found[] => {
    const union = source.nameOf(RESULTS[side]);
    const declaration = source.findType(union);
    if (!declaration) return [];
    const members = namesBelow(referenceTo(union), source);
    const requests = requestsOf(subject).filter(
      ({ senders, declaration: { name } }) => senders.includes(otherSide(side)) && !isEmbedded(name, subject),
    );
    const results = new Set(requests.flatMap((request) => request.results));
    return [...results]
      .filter(
        (name) =>
          source.findType(name) !== undefined &&
          ![...namesBelow(referenceTo(name), source)].some((each) => members.has(each)),
      )
      .map((name) => {
        const methods = requests.filter((request) => request.results.includes(name)).map(({ method }) => method);
        const message = `${name}, a result of ${methods.join(', ')}, is not in ${union}`;
        return {
          rule: 'result-not-in-union',
          at: name,
          message,
          place: source.findType(name)?.place ?? declaration.place,
        };
      });
  });
}

function isEmbedded(name: string, { protocol }: Subject): boolean {
  return protocol.embedded.some(({ declaration }) => declaration.name === name);
}

/** Returns a name, and those of the aliases and unions behind it. */
function namesBelow(type: TypeNode, source: Definitions): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (each: TypeNode): void => {
    if (each.kind === 'union') each.members.forEach(visit);
    if (each.kind !== 'reference' || names.has(each.name)) return;
    names.add(each.name);
    const declaration = source.findType(each.name);
    if (declaration?.kind === 'alias') visit(declaration.type);
  };
  visit(type);
  return names;
}

function unreturned(subject: Subject): readonly Found[] {
  const { source, protocol } = subject;
  const returned = new Set(requestsOf(subject).flatMap(({ results }) => results));
  const reached = new Set([...returned].flatMap((name) => [...namesBelow(referenceTo(name), source)]));
  const anchors = anchorsOf(source);
  const responses = namesBelow(referenceTo(protocol.definitions.nameOf('InputResponse')), source);
  return source.types.flatMap((declaration): readonly Found[] => {
    const { name: at, place } = declaration;
    if (!at.endsWith('Result') || !isResult(declaration, source) || reached.has(at) || responses.has(at)) return [];
    const isBase = source.types.some((each) => basesOf(each).includes(at) && each.kind === 'interface');
    if (isBase || anchors.has(at)) return [];
    return [{ rule: 'result-unreturned', at, message: `No request returns ${at}`, place }];
  });
}

function isResult(declaration: TypeDeclaration, source: Definitions): boolean {
  const { target } = source.resolve(referenceTo(declaration.name));
  const base = source.nameOf('Result');
  return target.kind === 'interface' && target.name !== base && source.extends(target, base);
}

/** The name of params. */
const PARAMS = /(?:Request|Notification)Params$/;

function unusedParams(subject: Subject): readonly Found[] {
  const anchors = anchorsOf(subject.source);
  return subject.source.types.flatMap(({ name: at, place }): readonly Found[] => {
    if (!PARAMS.test(at) || anchors.has(at) || referencesTo(at, subject).length > 0) return [];
    return [{ rule: 'params-unused', at, message: `No message has the params ${at}`, place }];
  });
}

function ownParams({ declaration: { name } }: AnyMessage, source: Definitions) {
  const declaration = source.findType(name);
  return declaration?.kind === 'interface' ? declaration.properties.find((each) => each.name === 'params') : undefined;
}

function inlineParams({ messages, source }: Subject): readonly Found[] {
  const params = messages.map((message) => ({ message, own: ownParams(message, source) }));
  const named = params.filter(({ own }) => own?.type.kind === 'reference').length;
  const inline = params.filter(({ own }) => own !== undefined && own.type.kind !== 'reference');
  if (inline.length === 0 || inline.length >= named) return [];
  return inline.flatMap(({ message: { declaration, method }, own }): readonly Found[] => {
    const message = `The params of ${method} have no name, unlike those of ${named} other messages`;
    return [
      { rule: 'params-inline', at: `${declaration.name}.params`, message, place: own?.place ?? declaration.place },
    ];
  });
}

function optionalParams({ messages, protocol: { definitions } }: Subject): readonly Found[] {
  return messages.flatMap(({ declaration, method }): readonly Found[] => {
    const params = definitions.propertyNamed(declaration, 'params');
    const members = params?.optional === true ? definitions.membersOf(params.type) : undefined;
    const required = members?.properties.filter(({ optional }) => !optional).map(({ name }) => name) ?? [];
    if (!params || required.length === 0) return [];
    const at = `${declaration.name}.params`;
    const message = `The params of ${method} are optional, but have required fields: ${required.join(', ')}`;
    return [{ rule: 'params-optional', at, message, place: params.place }];
  });
}

function withoutBase(subject: Subject): readonly Found[] {
  const { messages, source } = subject;
  // What is sent inside another message has no metadata of its own.
  const own = messages.filter(({ declaration }) => !isEmbedded(declaration.name, subject));
  const params = own.flatMap((message): readonly Found[] => {
    const base = source.nameOf(message.kind === 'request' ? 'RequestParams' : 'NotificationParams');
    return missingBase(message.params.type, base, `the params of ${message.method}`, source);
  });
  const results = new Set(own.flatMap((message) => (message.kind === 'request' ? message.results : [])));
  return unique([
    ...params,
    ...[...results].flatMap((name) => missingBase(name, source.nameOf('Result'), 'a result', source)),
  ]);
}

function missingBase(name: string, base: string, what: string, source: Definitions): readonly Found[] {
  const [declaration, common] = [source.findType(name), source.findType(base)];
  if (!declaration || common?.kind !== 'interface') return [];
  const { target } = source.resolve(referenceTo(name));
  if (target.kind === 'union') {
    return target.members.flatMap((member) =>
      member.kind === 'reference' ? missingBase(member.name, base, what, source) : [],
    );
  }
  if (target.kind !== 'interface' || target.name === base || source.extends(target, base)) return [];
  const own = new Set(source.propertiesOf(target).map((each) => each.name));
  const missing = source.propertiesOf(common).filter((each) => !own.has(each.name));
  if (missing.length === 0) return [];
  const message = `${name}, ${what}, does not extend ${base}, and lacks ${missing.map((each) => each.name).join(', ')}`;
  return [{ rule: 'params-without-base', at: name, message, place: declaration.place }];
}

function unique(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((each) => [each.at, each])).values()];
}
