/** Builds the protocol model: which messages there are, who sends them, what they carry and what answers them. */

import type { ProblemList } from '../problems.js';
import { camelCase, isMethodName } from '../print/names.js';
import { withoutBrands } from './brands.js';
import { checkNames } from './checkNames.js';
import { checkTags } from './checkTags.js';
import { correct } from './correct.js';
import type { Declaration, InterfaceDeclaration, Property } from './declarations.js';
import { Definitions } from './definitions.js';
import { errataOf } from './errata.js';
import { factsOf, type Facts, type MethodFacts } from './facts.js';
import { messageInterfaces } from './messageInterfaces.js';
import { nameParams } from './nameParams.js';
import { needErrata, needMethod, needRevision, OpenDecisions, type Completeness } from './openDecisions.js';
import type { Message, NotificationMessage, Protocol, RequestMessage, Side } from './protocol.js';

/** The unions that say who sends what. */
const DIRECTIONS = [
  { union: 'ClientRequest', kind: 'request', side: 'client' },
  { union: 'ServerRequest', kind: 'request', side: 'server' },
  { union: 'ClientNotification', kind: 'notification', side: 'client' },
  { union: 'ServerNotification', kind: 'notification', side: 'server' },
] as const satisfies readonly { union: string; kind: 'request' | 'notification'; side: Side }[];

/** Unions of requests that never travel alone, but inside a message of that side. */
const EMBEDDED = [{ union: 'InputRequest', side: 'server' }] as const satisfies readonly {
  union: string;
  side: Side;
}[];

/**
 * @param declarations what the schema file says
 * @param revision the revision by its date
 * @param completeness how open decisions are handled. Default: `fragment`
 * @throws {SchemaProblems} if the declarations do not make a protocol, or a release has open decisions
 */
export function buildProtocol(
  declarations: readonly Declaration[],
  revision: string,
  problems: ProblemList,
  completeness: Completeness = 'fragment',
): Protocol {
  checkNames(declarations, problems);
  checkTags(declarations, problems);
  problems.throwIfAny();
  const source = new Definitions(declarations);
  const facts = factsOf(revision);
  const open = new OpenDecisions(completeness, problems);
  const errata = errataOf(revision);
  needRevision(revision, facts, declarations[0]?.place.file ?? '', open);
  needErrata(errata, facts, declarations, open);
  const plain = new Definitions(withoutBrands(messageInterfaces(source, problems), open));
  const corrected = correct(nameParams(plain, problems), errata);
  const definitions = new Definitions(corrected.declarations);
  const builder = new Builder(definitions, facts, problems, open);
  const requests = builder.requests();
  const notifications = builder.notifications();
  const embedded = builder.embedded();
  builder.checkDirections();
  problems.throwIfAny();
  const { era, batching, metadataKeys, dialect } = facts.revision;
  return {
    revision,
    sources: [`${revision}/schema.ts`],
    era,
    batching: batching.allowed,
    metadataKeys: metadataKeys.stated,
    dialect,
    source,
    definitions,
    requests,
    notifications,
    embedded,
    unusedErrata: facts.guessedFrom === undefined ? corrected.unused : [],
    openDecisions: open.list,
  };
}

/** Who sends each message. */
type Senders = ReadonlyMap<InterfaceDeclaration, readonly Side[]>;

class Builder {
  readonly #definitions: Definitions;
  readonly #facts: Facts;
  readonly #problems: ProblemList;
  readonly #open: OpenDecisions;
  /** The schema file of the revision itself. */
  readonly #file: string | undefined;
  readonly #senders: Senders;
  readonly #embedded: Senders;

  constructor(definitions: Definitions, facts: Facts, problems: ProblemList, open: OpenDecisions) {
    this.#definitions = definitions;
    this.#facts = facts;
    this.#problems = problems;
    this.#open = open;
    this.#file = definitions.all[0]?.place.file;
    this.#senders = this.#directions();
    this.#embedded = new Map(
      EMBEDDED.flatMap(({ union, side }) => this.#members(union).map((member) => [member, [side]] as const)),
    );
  }

  requests(): readonly RequestMessage[] {
    return this.#requests(this.#senders);
  }

  embedded(): readonly RequestMessage[] {
    return this.#requests(this.#embedded);
  }

  notifications(): readonly NotificationMessage[] {
    return this.#messages('notification', this.#senders).map(({ message }) => ({ ...message, kind: 'notification' }));
  }

  /** Every message with a method of its own must be in a union that says who sends it. */
  checkDirections(): void {
    const known = new Set([...this.#senders.keys(), ...this.#embedded.keys()]);
    for (const declaration of this.#definitions.types) {
      if (declaration.kind !== 'interface' || known.has(declaration)) continue;
      const method = this.#method(declaration);
      if (method === undefined) continue;
      this.#open.require(
        declaration.place,
        `Nobody sends ${declaration.name} (${method})`,
        `Add it to one of ${DIRECTIONS.map(({ union }) => union).join(', ')}.`,
      );
    }
  }

  #requests(senders: Senders): readonly RequestMessage[] {
    return this.#messages('request', senders).map(({ message, facts }) => ({
      ...message,
      kind: 'request',
      results: this.#results(message.declaration, message.method, facts),
      paginated: this.#definitions.extends(message.declaration, 'PaginatedRequest'),
      cancellable: facts?.cancellable ?? true,
    }));
  }

  #messages(
    kind: 'request' | 'notification',
    senders: Senders,
  ): { message: Message; facts: MethodFacts | undefined }[] {
    const byMethod = new Map<string, InterfaceDeclaration>();
    const byName = new Map<string, InterfaceDeclaration>();
    const found: { message: Message; facts: MethodFacts | undefined }[] = [];
    for (const [declaration, sides] of senders) {
      if (!declaration.name.endsWith(kind === 'request' ? 'Request' : 'Notification')) continue;
      const method = this.#method(declaration);
      if (method === undefined) {
        this.#problems.add(
          declaration.place,
          `${declaration.name} has no method of its own`,
          `Declare "method: '...'".`,
        );
        continue;
      }
      const name = camelCase(declaration.name.replace(/(Request|Notification)$/, ''));
      if (!isMethodName(name)) {
        const message = `${declaration.name} gives its handler no usable name: ${JSON.stringify(name)}`;
        this.#problems.add(declaration.place, message, 'Rename the declaration.');
      }
      this.#claim(byMethod, method, declaration, `the method ${method}`);
      this.#claim(byName, name, declaration, `the name ${name}`);
      const facts = this.#facts.methods.get(method);
      // The rows are those of the protocol itself: what an extension adds needs none.
      if (declaration.place.file === this.#file) needMethod(declaration.place, method, facts, this.#facts, this.#open);
      const message = {
        method,
        name,
        declaration,
        senders: sides,
        params: this.#params(declaration),
        lifecycle: !!facts?.lifecycle,
      };
      const capability = facts?.capability ?? 'none';
      found.push({ message: capability === 'none' ? message : { ...message, capability }, facts });
    }
    return found;
  }

  #claim(taken: Map<string, InterfaceDeclaration>, key: string, declaration: InterfaceDeclaration, what: string): void {
    const first = taken.get(key);
    taken.set(key, first ?? declaration);
    if (!first) return;
    const remedy = 'Give each message a method and a name of its own.';
    this.#problems.add(declaration.place, `${declaration.name} and ${first.name} share ${what}`, remedy);
  }

  #params(declaration: InterfaceDeclaration): Message['params'] {
    const property = this.#property(declaration, 'params');
    if (property?.type.kind === 'reference' && this.#definitions.isObject(property.type)) {
      return { type: property.type.name, optional: property.optional };
    }
    const message = property ? `The params of ${declaration.name} are no object` : `${declaration.name} has no params`;
    this.#problems.add(
      property?.place ?? declaration.place,
      message,
      'Declare "params", or extend a type that has them.',
    );
    return { type: '', optional: true };
  }

  /**
   * What answers `XRequest`: the result of `XResultResponse` where there is one, else `XResult`, unless a row of the facts
   * names another definition.
   */
  #results(
    declaration: InterfaceDeclaration,
    method: string,
    facts: MethodFacts | undefined,
  ): readonly [string, ...string[]] {
    const base = declaration.name.replace(/Request$/, '');
    const [stated, ...others] = this.#statedResults(`${base}ResultResponse`);
    if (stated !== undefined) return [stated, ...others];
    const other = this.#otherResults(declaration, method, facts);
    const candidates = [facts?.result, `${base}Result`].filter((name) => name !== undefined);
    const result = candidates.find((name) => this.#definitions.findType(name));
    if (result !== undefined) return [result, ...other];
    const guess = ['EmptyResult', 'Result'].find((name) => this.#definitions.findType(name));
    const message = `${declaration.name} (${method}) has no result: ${candidates.join(' and ')} not declared`;
    const remedy = `Declare ${base}Result, or name the result in a row for ${method} in generator/model/facts.ts.`;
    if (guess === undefined) this.#problems.add(declaration.place, message, remedy);
    else this.#open.require(declaration.place, `${message}. Guess: ${guess}`, remedy);
    return [guess ?? ''];
  }

  /** The definition that may come instead of the result. A revision without it makes the row an open decision. */
  #otherResults(declaration: InterfaceDeclaration, method: string, facts: MethodFacts | undefined): readonly string[] {
    const name = facts?.otherResult;
    if (name === undefined) return [];
    if (this.#definitions.findType(name)) return [name];
    const message = `${name}, which may come instead of the result of ${method}, is not declared. Guess: it does not exist`;
    const remedy = `Declare ${name}, or end the row for ${method} in generator/model/facts.ts with "until".`;
    this.#open.need(declaration.place, message, remedy);
    return [];
  }

  /** The names in the `result` of a response. */
  #statedResults(response: string): readonly string[] {
    const declaration = this.#definitions.findType(response);
    const type = declaration?.kind === 'interface' ? this.#property(declaration, 'result')?.type : undefined;
    const members = type?.kind === 'union' ? type.members : type ? [type] : [];
    return members.flatMap((member) => (member.kind === 'reference' ? [member.name] : []));
  }

  #directions(): Senders {
    const senders = new Map<InterfaceDeclaration, Side[]>();
    for (const { union, kind, side } of DIRECTIONS) {
      this.#needUnion(union);
      for (const declaration of new Set(this.#members(union))) {
        const suffix = kind === 'request' ? 'Request' : 'Notification';
        if (!declaration.name.endsWith(suffix)) {
          const remedy = `A member of ${union} is an interface whose name ends in ${suffix}.`;
          this.#problems.add(
            declaration.place,
            `${declaration.name} is in ${union}, but is no ${kind} by its name`,
            remedy,
          );
        }
        senders.set(declaration, [...(senders.get(declaration) ?? []), side]);
      }
    }
    return senders;
  }

  /** A missing union is an open decision: either no such messages exist, or the union was forgotten. */
  #needUnion(union: string): void {
    const { guessedFrom, revision } = this.#facts;
    if (this.#definitions.findType(union) || (guessedFrom === undefined && revision.withoutUnions?.includes(union)))
      return;
    const [first] = this.#definitions.all;
    if (first === undefined) return;
    const place = { ...first.place, line: 1, column: 1 };
    const message = `No decision about the union ${union}, which is not declared. Guess: there are no such messages`;
    this.#open.need(place, message, `Declare ${union}, or add it to "withoutUnions" in generator/model/facts.ts.`);
  }

  #members(union: string): readonly InterfaceDeclaration[] {
    const declaration = this.#definitions.findType(union);
    if (!declaration) return [];
    if (declaration.kind === 'interface') return [declaration];
    const { type } = declaration;
    return (type.kind === 'union' ? type.members : [type]).flatMap((member) => {
      const { target } = this.#definitions.resolve(member);
      if (target.kind === 'interface') return [target];
      this.#problems.add(member.place, `A member of ${union} is no message`, 'List interfaces only.');
      return [];
    });
  }

  #method(declaration: InterfaceDeclaration): string | undefined {
    const type = this.#property(declaration, 'method')?.type;
    if (type?.kind === 'literal' && typeof type.value === 'string') return type.value;
    if (type?.kind === 'typeof') return String(this.#definitions.constantValue(type.name));
    return undefined;
  }

  #property(declaration: InterfaceDeclaration, name: string): Property | undefined {
    return this.#definitions.propertiesOf(declaration).find((property) => property.name === name);
  }
}
