/** Builds the protocol model: the messages, their senders, their params, and their results. */

import { ProblemList } from '../problems.js';
import { camelCase, isMethodName } from '../print/names.js';
import { withoutBrands } from './brands.js';
import { checkNames } from './checkNames.js';
import { checkTags } from './checkTags.js';
import { correct } from './correct.js';
import type { Declaration, InterfaceDeclaration, Property } from './declarations.js';
import { Definitions } from './definitions.js';
import type { Erratum } from './errata.js';
import { eraOf, factsOf, type Facts, type MethodFacts, type Tables } from './facts.js';
import { messageInterfaces } from './messageInterfaces.js';
import { nameParams } from './nameParams.js';
import { OpenDecisions, type Completeness } from './openDecisions.js';
import {
  otherSide,
  type Message,
  type NotificationMessage,
  type Protocol,
  type RequestMessage,
  type Side,
} from './protocol.js';
import { isDeclared, vocabularyOf, type Vocabulary } from './vocabulary.js';

/** The unions that define which side sends which message. */
const DIRECTIONS = [
  { union: 'ClientRequest', kind: 'request', side: 'client' },
  { union: 'ServerRequest', kind: 'request', side: 'server' },
  { union: 'ClientNotification', kind: 'notification', side: 'client' },
  { union: 'ServerNotification', kind: 'notification', side: 'server' },
] as const satisfies readonly { union: string; kind: 'request' | 'notification'; side: Side }[];

/** The names of the unions that define which side sends which message. */
export const UNIONS: readonly string[] = DIRECTIONS.map(({ union }) => union);

/** Unions of requests that are only sent inside another message of that side. */
const EMBEDDED = [{ union: 'InputRequest', side: 'server' }] as const satisfies readonly {
  union: string;
  side: Side;
}[];

/**
 * @param declarations the content of the schema file
 * @param revision the revision by its date
 * @param tables the decisions
 * @param completeness how open decisions are handled. Default: `fragment`
 * @throws {SchemaProblems} if the declarations are not a complete protocol, or a release has open decisions
 */
export function buildProtocol(
  declarations: readonly Declaration[],
  revision: string,
  tables: Tables,
  completeness: Completeness = 'fragment',
): Protocol {
  const problems = new ProblemList();
  checkNames(declarations, problems);
  checkTags(declarations, problems);
  problems.throwIfAny();
  const source = new Definitions(declarations);
  const facts = withEra(factsOf(revision, tables), revision, source);
  const { errata } = facts;
  const open = new OpenDecisions(completeness, problems, facts, revision, declarations[0]?.place.file ?? '');
  open.needRevision();
  const plain = new Definitions(withoutBrands(messageInterfaces(source, problems), open));
  const corrected = correct(nameParams(plain, problems), errata);
  open.needErrata(errata, corrected.unused, declarations);
  const definitions = new Definitions(corrected.declarations);
  const builder = new Builder(definitions, revision, facts, problems, open);
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
    vocabulary: withBatches(vocabularyOf(definitions, facts), batching.allowed),
    source,
    definitions,
    requests,
    notifications,
    embedded,
    errata,
    unusedRows:
      facts.guessedFrom === undefined
        ? unusedRows(facts, [...requests, ...notifications, ...embedded], corrected.unused)
        : [],
    openDecisions: open.list,
  };
}

/** Returns facts that are guessed from another revision with the era of the schema: otherwise no conversation could begin. */
function withEra(facts: Facts, revision: string, source: Definitions): Facts {
  const { era, id } = facts.revision;
  const guess = id === revision ? era : (eraOf((type) => source.findType(type) !== undefined) ?? era);
  return guess === era ? facts : { ...facts, revision: { ...facts.revision, era: guess } };
}

/**
 * Returns the rows that nothing in the schema uses, as problem messages. Rows of extensions are excluded: they are used when a file with
 * their methods is added.
 */
function unusedRows(facts: Facts, messages: readonly Message[], errata: readonly Erratum[]): readonly string[] {
  const used = new Set(messages.map(({ method }) => method));
  const methods = [...facts.methods.keys()].filter((method) => !used.has(method));
  return [
    ...methods.map((method) => `overrides.json has a row for the method ${method}, which the schema does not have`),
    ...errata.map(({ place, wrong }) => `overrides.json corrects ${place}, which the schema does not have: ${wrong}`),
  ];
}

/** The property of results that say how long they may be cached. */
const CACHE_LIFETIME = 'ttlMs';

/** The definition whose properties select the notifications of a stream: `toolsListChanged` for `notifications/tools/list_changed`. */
const FILTER = 'SubscriptionFilter';

function propertiesOf(definitions: Definitions, name: string): ReadonlySet<string> {
  const declaration = definitions.findType(name);
  return new Set(
    declaration?.kind === 'interface' ? definitions.propertiesOf(declaration).map((each) => each.name) : [],
  );
}

/** Adds the feature that a decision about the revision states. */
function withBatches(vocabulary: Vocabulary, allowed: boolean): Vocabulary {
  const batches = { name: 'batches', what: 'Several messages in one JSON array.' };
  return allowed ? { ...vocabulary, features: [...vocabulary.features, batches] } : vocabulary;
}

/** The senders of each message. */
type Senders = ReadonlyMap<InterfaceDeclaration, readonly Side[]>;

class Builder {
  readonly #definitions: Definitions;
  readonly #revision: string;
  readonly #facts: Facts;
  readonly #problems: ProblemList;
  readonly #open: OpenDecisions;
  /** The schema file of the revision itself. */
  readonly #file: string | undefined;
  readonly #senders: Senders;
  readonly #embedded: Senders;

  constructor(definitions: Definitions, revision: string, facts: Facts, problems: ProblemList, open: OpenDecisions) {
    this.#definitions = definitions;
    this.#revision = revision;
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
    const filters = propertiesOf(this.#definitions, FILTER);
    return this.#messages('notification', this.#senders).map(({ message }) => {
      const filter = camelCase(message.method.replace(/^notifications\//, ''));
      return { ...message, kind: 'notification', ...(filters.has(filter) && { filter }) };
    });
  }

  /** Checks that every message with its own method is in a union that defines its sender. */
  checkDirections(): void {
    const known = new Set([...this.#senders.keys(), ...this.#embedded.keys()]);
    for (const declaration of this.#definitions.types) {
      if (declaration.kind !== 'interface' || known.has(declaration)) continue;
      const method = this.#method(declaration);
      if (method === undefined) continue;
      const kind = declaration.name.endsWith('Notification') ? 'notification' : 'request';
      const unions = DIRECTIONS.filter((each) => each.kind === kind).map(({ union }) => union);
      this.#open.require(
        declaration.place,
        `${declaration.name} (${method}) has no sender`,
        declaration.place.file === this.#file
          ? `Add it to one of ${unions.join(', ')}.`
          : `Declare the sender in another file, and add it with --extension: export type ${unions[0]} = ${declaration.name}; or ${unions[1]}.`,
      );
    }
  }

  #requests(senders: Senders): readonly RequestMessage[] {
    return this.#messages('request', senders).map(({ message, facts }) => {
      const results = this.#results(message.declaration, message.method, facts);
      const changes = facts?.changes ?? this.#listChange(message.method);
      return {
        ...message,
        kind: 'request',
        results,
        paginated: this.#definitions.extends(message.declaration, 'PaginatedRequest'),
        cacheable: isDeclared(this.#definitions, `${results[0]}.${CACHE_LIFETIME}`),
        ...(changes !== undefined && this.#answersWith(changes, message.senders) && { changes }),
        cancellable: facts?.cancellable ?? true,
      };
    });
  }

  /** Returns the notification that a list has changed: `notifications/tools/list_changed` for `tools/list`. */
  #listChange(method: string): string | undefined {
    const [, list] = /^([^/]+)\/(?:.+\/)?list$/.exec(method) ?? [];
    return list && `notifications/${list}/list_changed`;
  }

  /** Returns whether the side that answers requests of these senders sends a notification. */
  #answersWith(method: string, senders: readonly Side[]): boolean {
    return [...this.#senders].some(
      ([declaration, sides]) =>
        this.#method(declaration) === method && sides.some((side) => senders.includes(otherSide(side))),
    );
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
        const message = `${declaration.name} gives an invalid handler name: ${JSON.stringify(name)}`;
        this.#problems.add(declaration.place, message, 'Rename the declaration.');
      }
      this.#claim(byMethod, method, declaration, `the method ${method}`);
      this.#claim(byName, name, declaration, `the name ${name}`);
      const isOwn = declaration.place.file === this.#file;
      const facts = (isOwn ? this.#facts.methods : this.#facts.extensionMethods).get(method);
      if (isOwn) this.#open.needMethod(declaration.place, method, facts);
      else this.#open.needExtensionMethod(declaration.place, method, facts);
      const since = this.#since(declaration, method);
      const message = {
        method,
        name,
        declaration,
        senders: sides,
        params: this.#params(declaration),
        lifecycle: !!facts?.lifecycle,
        ...(since !== undefined && { since }),
        ...(facts?.extension !== undefined && { extension: facts.extension }),
      };
      const capability = facts?.capability ?? 'none';
      found.push({ message: capability === 'none' ? message : { ...message, capability }, facts });
    }
    return found;
  }

  /** Returns the first revision that has a method. A method without a row is new in this revision, or belongs to an extension. */
  #since({ place }: InterfaceDeclaration, method: string): string | undefined {
    const first = this.#facts.since.get(method);
    if (first === undefined) return place.file === this.#file ? this.#revision : undefined;
    return first < this.#revision ? first : this.#revision;
  }

  #claim(taken: Map<string, InterfaceDeclaration>, key: string, declaration: InterfaceDeclaration, what: string): void {
    const first = taken.get(key);
    taken.set(key, first ?? declaration);
    if (!first) return;
    const remedy = 'Give each message a unique method and a unique name.';
    this.#problems.add(declaration.place, `${declaration.name} and ${first.name} share ${what}`, remedy);
  }

  #params(declaration: InterfaceDeclaration): Message['params'] {
    const property = this.#property(declaration, 'params');
    if (property?.type.kind === 'reference' && this.#definitions.isObject(property.type)) {
      return { type: property.type.name, optional: property.optional };
    }
    const message = property
      ? `The params of ${declaration.name} are not an object`
      : `${declaration.name} has no params`;
    this.#problems.add(
      property?.place ?? declaration.place,
      message,
      'Declare "params", or extend a type that has them.',
    );
    return { type: '', optional: true };
  }

  /**
   * Returns the result types of `XRequest`: those of `XResultResponse` if it is declared. Otherwise the type that `overrides.json` names, or
   * `XResult`.
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
    const message = `${declaration.name} (${method}) has no result: ${candidates.join(' or ')} is not declared`;
    const remedy = `Declare ${base}Result, or name the result in a row for ${method} in overrides.json.`;
    if (guess === undefined) this.#problems.add(declaration.place, message, remedy);
    else this.#open.require(declaration.place, `${message}. Guess: ${guess}`, remedy);
    return [guess ?? ''];
  }

  /** Returns the alternative result. If the revision does not declare it, the row is an open decision. */
  #otherResults(declaration: InterfaceDeclaration, method: string, facts: MethodFacts | undefined): readonly string[] {
    const name = facts?.otherResult;
    if (name === undefined) return [];
    if (this.#definitions.findType(name)) return [name];
    const message = `${name}, the alternative result of ${method}, is not declared. Guess: it does not exist`;
    const remedy = `Declare ${name}, or end the row for ${method} in overrides.json with "until".`;
    this.#open.need(declaration.place, message, remedy);
    return [];
  }

  /** Returns the names in the `result` of a response. */
  #statedResults(response: string): readonly string[] {
    const declaration = this.#definitions.findType(response);
    const type = declaration?.kind === 'interface' ? this.#property(declaration, 'result')?.type : undefined;
    const members = type?.kind === 'union' ? type.members : type ? [type] : [];
    return members.flatMap((member) => (member.kind === 'reference' ? [member.name] : []));
  }

  #directions(): Senders {
    const senders = new Map<InterfaceDeclaration, Side[]>();
    for (const { union, kind, side } of DIRECTIONS) {
      if (!this.#definitions.findType(union)) this.#open.needUnion(union);
      for (const declaration of new Set(this.#members(union))) {
        const suffix = kind === 'request' ? 'Request' : 'Notification';
        if (!declaration.name.endsWith(suffix)) {
          const remedy = `Members of ${union} must be interfaces whose names end in ${suffix}.`;
          this.#problems.add(
            declaration.place,
            `${declaration.name} is in ${union}, but its name is not that of a ${kind}`,
            remedy,
          );
        }
        senders.set(declaration, [...(senders.get(declaration) ?? []), side]);
      }
    }
    return senders;
  }

  #members(union: string): readonly InterfaceDeclaration[] {
    const declaration = this.#definitions.findType(union);
    if (!declaration) return [];
    if (declaration.kind === 'interface') return [declaration];
    const { type } = declaration;
    return (type.kind === 'union' ? type.members : [type]).flatMap((member) => {
      const { target } = this.#definitions.resolve(member);
      if (target.kind === 'interface') return [target];
      this.#problems.add(member.place, `A member of ${union} is not a message`, 'Use only interfaces as members.');
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
