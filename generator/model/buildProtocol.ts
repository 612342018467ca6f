/** Builds the protocol model: the messages, their senders, their params, and their results. */

import { ProblemList } from '../problems.js';
import { camelCase } from '../words.js';
import { listChangeOf, withoutKind } from './conventions.js';
import { withoutBrands } from './brands.js';
import { missingCapability } from './capabilities.js';
import { checkNames } from './checkNames.js';
import { checkTagPlaces, checkTagValues } from './checkTags.js';
import { correct } from './correct.js';
import type { Declaration, InterfaceDeclaration } from './declarations.js';
import { Definitions } from './definitions.js';
import { DIRECTIONS, readEmbedded, readSenders, type Senders } from './directions.js';
import { findDoubts } from './doubts.js';
import { filterFlags, findFilterDoubts, findPagingDoubts } from './messageDoubts.js';
import type { Erratum } from './errata.js';
import { eraOf, factsOf, type Facts, type MethodFacts, type Tables } from './facts.js';
import { guessNames } from './guessNames.js';
import { messageInterfaces, methodOf } from './messageInterfaces.js';
import { nameParams } from './nameParams.js';
import { handlerName, isHandlerName } from './names.js';
import { OpenDecisions, type Completeness } from './openDecisions.js';
import {
  type AnyMessage,
  declaringSides,
  otherSide,
  type Message,
  type NotificationMessage,
  type Protocol,
  type RequestMessage,
  type Side,
} from './protocol.js';
import { nameResults, ResultReader } from './results.js';
import { hasAnchor, isDeclared, propertiesBelow, referenceTo } from './places.js';
import { declaredNames } from './removals.js';
import { versionOf } from './protocolVersion.js';
import { vocabularyOf, type Vocabulary } from './vocabulary.js';

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
  checkTagValues(declarations, problems);
  problems.throwIfAny();
  checkTagPlaces(new Definitions(declarations), problems);
  problems.throwIfAny();
  const facts = withGuesses(factsOf(revision, tables), revision, declarations, completeness);
  const { names } = facts;
  const source = new Definitions(declarations, names);
  const { errata } = facts;
  const open = new OpenDecisions(completeness, problems, facts, revision, declarations[0]?.place.file ?? '');
  open.needRevision();
  const plain = new Definitions(withoutBrands(messageInterfaces(source, problems), open), names);
  const named = new Definitions(nameParams(plain, problems), names);
  problems.throwIfAny();
  const complete = nameResults(named, problems);
  // A name that is taken would refer to itself.
  problems.throwIfAny();
  const corrected = correct(complete, errata);
  open.needNames(source);
  open.needErrata(errata, corrected.unused, declarations);
  const definitions = new Definitions(corrected.declarations, names);
  open.needValues(findDoubts(definitions, errata));
  const builder = new Builder(definitions, revision, facts, problems, open);
  const requests = builder.requests();
  const notifications = builder.notifications();
  const embedded = builder.embedded();
  open.needValues([
    ...findPagingDoubts([...requests, ...embedded], definitions),
    ...findFilterDoubts(notifications, definitions),
  ]);
  builder.checkDirections();
  const vocabulary = vocabularyOf(definitions, facts, (...given) => open.require(...given), problems);
  open.needRemovals(declaredNames(vocabulary, facts));
  open.needDeclared(vocabulary, definitions);
  problems.throwIfAny();
  const { era, batching, metadataKeys, dialect } = facts.revision;
  const protocolVersion = versionOf(revision, declarations, tables);
  return {
    revision,
    ...(protocolVersion !== undefined && { protocolVersion }),
    sources: [`${revision}/schema.ts`],
    era,
    batching: batching.allowed,
    metadataKeys: metadataKeys.stated,
    dialect,
    vocabulary: withBatches(vocabulary, batching.allowed),
    source,
    definitions,
    ...(Object.keys(names).length > 0 && { names }),
    requests,
    notifications,
    embedded,
    errata,
    unusedRows:
      facts.guessedFrom === undefined
        ? [
            ...unusedRows(facts, [...requests, ...notifications, ...embedded], corrected.unused),
            // The row of a draft may be about what has just moved: the decision about the message opens.
            ...(completeness !== 'draft'
              ? unusedFields(facts, [...requests, ...notifications, ...embedded], definitions)
              : []),
          ]
        : [],
    openDecisions: open.list,
  };
}

/**
 * Returns facts that are guessed from another revision with what the schema shows: the names that replace missing ones, and the era;
 * otherwise no client could introduce itself.
 */
function withGuesses(
  facts: Facts,
  revision: string,
  declarations: readonly Declaration[],
  completeness: Completeness,
): Facts {
  if (facts.revision.id === revision) return facts;
  const names = completeness === 'fragment' ? facts.names : guessNames(facts, declarations);
  const source = new Definitions(declarations, names);
  const era = eraOf((anchor) => hasAnchor(anchor, source)) ?? facts.revision.era;
  return { ...facts, names, revision: { ...facts.revision, era } };
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

/** Returns what rows of messages and features name and the schema does not have, as problem messages. */
function unusedFields(facts: Facts, messages: readonly AnyMessage[], definitions: Definitions): readonly string[] {
  const methods = new Map(messages.map((message) => [message.method, message]));
  const flags = new Set(filterFlags(definitions).map(({ name }) => name));
  const ofMessages = messages.flatMap(({ kind, method, extension, params }): readonly string[] => {
    const { changes, filter, nameParam } = (extension === undefined ? facts.methods.get(method) : undefined) ?? {};
    const isUnknown =
      changes !== undefined && (kind === 'notification' || methods.get(changes)?.kind !== 'notification');
    const isMissing = nameParam !== undefined && !propertiesOf(definitions, params.type).has(nameParam);
    const isNoFilter = filter !== undefined && (kind === 'request' || !flags.has(filter));
    return [
      ...(isUnknown
        ? [`overrides.json names the notification ${changes} of ${method}, which the schema does not have`]
        : []),
      ...(isNoFilter ? [`overrides.json names the filter ${filter} of ${method}, which the schema does not have`] : []),
      ...(isMissing
        ? [`overrides.json names the parameter ${nameParam} of ${method}, which the schema does not have`]
        : []),
    ];
  });
  // A row without a first revision begins where its place is declared.
  const places = facts.features.filter(
    ({ place, from }) => place !== undefined && from !== undefined && !isDeclared(definitions, place),
  );
  return [
    ...ofMessages,
    ...places.map(
      ({ name, place }) => `overrides.json has ${place ?? ''} for the feature ${name}, which the schema does not have`,
    ),
  ];
}

function propertiesOf(definitions: Definitions, name: string): ReadonlySet<string> {
  const properties = definitions.findType(name) ? propertiesBelow(definitions, referenceTo(name)) : [];
  return new Set(properties.map((each) => each.name));
}

/** Adds the feature that a decision about the revision states. */
function withBatches(vocabulary: Vocabulary, allowed: boolean): Vocabulary {
  const batches = { name: 'batches', what: 'Several messages in one JSON array.' };
  return allowed ? { ...vocabulary, features: [...vocabulary.features, batches] } : vocabulary;
}

/** A method is all that identifies a message: nothing tells a receiver which of two params it has, and a sender which of two results. */
const ONE_METHOD = 'Declare one message whose params, and results, are unions, or give each its own method.';

class Builder {
  readonly #definitions: Definitions;
  readonly #revision: string;
  readonly #facts: Facts;
  readonly #problems: ProblemList;
  readonly #open: OpenDecisions;
  readonly #results: ResultReader;
  readonly #senders: Senders;
  readonly #embedded: Senders;

  constructor(definitions: Definitions, revision: string, facts: Facts, problems: ProblemList, open: OpenDecisions) {
    this.#definitions = definitions;
    this.#revision = revision;
    this.#facts = facts;
    this.#problems = problems;
    this.#open = open;
    this.#results = new ResultReader(definitions, problems, open);
    this.#senders = readSenders(definitions, problems, open);
    this.#embedded = readEmbedded(definitions, problems);
  }

  requests(): readonly RequestMessage[] {
    return this.#requests(this.#senders);
  }

  embedded(): readonly RequestMessage[] {
    return this.#requests(this.#embedded);
  }

  notifications(): readonly NotificationMessage[] {
    const flags = new Set(filterFlags(this.#definitions).map(({ name }) => name));
    return this.#messages('notification', this.#senders).map(({ message, facts }) => {
      const names = facts?.filter === undefined ? this.#filterNames(message.method) : [facts.filter];
      const filter = names.find((name) => flags.has(name));
      return { ...message, kind: 'notification', ...(filter !== undefined && { filter }) };
    });
  }

  /**
   * Returns the names of the property of the filter that may select a notification for a stream: `toolsListChanged` for
   * `notifications/tools/list_changed`, and for another notification that a row links to `tools/list`.
   */
  #filterNames(method: string): readonly string[] {
    const lists = [...this.#facts.methods].filter(([, { changes }]) => changes === method);
    return [method, ...lists.flatMap(([list]) => listChangeOf(list) ?? [])].map((notification) =>
      camelCase(withoutKind(notification)),
    );
  }

  /** Checks that every message with its own method is in a union that defines its sender. */
  checkDirections(): void {
    const known = new Set([...this.#senders.keys(), ...this.#embedded.keys()]);
    for (const declaration of this.#definitions.types) {
      if (declaration.kind !== 'interface' || known.has(declaration)) continue;
      const method = methodOf(declaration, this.#definitions);
      if (method === undefined) continue;
      const kind = declaration.name.endsWith('Notification') ? 'notification' : 'request';
      const unions = DIRECTIONS.filter((each) => each.kind === kind).map(({ union }) =>
        this.#definitions.nameOf(union),
      );
      this.#open.require(
        declaration.place,
        `${declaration.name} (${method}) has no sender`,
        !declaration.extension
          ? `Add it to one of ${unions.join(', ')}.`
          : `Declare the sender in another file, and add it with --extension: export type ${unions[0]} = ${declaration.name}; or ${unions[1]}.`,
      );
    }
  }

  #requests(senders: Senders): readonly RequestMessage[] {
    return this.#messages('request', senders).map(({ message, facts }) => {
      const declared = this.#results.resultsOf(message.declaration, message.method, facts);
      const changes = facts?.changes ?? listChangeOf(message.method);
      const isQuestion = (name: string): boolean => this.#definitions.isAnchor(name, 'InputRequiredResult');
      const results = declared.toSorted((a, b) => Number(isQuestion(a)) - Number(isQuestion(b)));
      const question = results.find(isQuestion);
      return {
        ...message,
        kind: 'request',
        results: results as [string, ...string[]],
        ...(question !== undefined && { question }),
        paginated: this.#isPaginated(message),
        cacheable: results.some(
          (name) => !isQuestion(name) && isDeclared(this.#definitions, `${name}.${this.#definitions.nameOf('ttlMs')}`),
        ),
        ...(changes !== undefined && this.#answersWith(changes, message.senders) && { changes }),
        cancellable: facts?.cancellable ?? true,
      };
    });
  }

  /** Returns whether a request extends the base of paginated requests, or has params that extend those of such requests. */
  #isPaginated({ declaration, params }: Message): boolean {
    const type = this.#definitions.findType(params.type);
    const hasCursor = (each: InterfaceDeclaration): boolean =>
      this.#definitions.extends(each, this.#definitions.nameOf('PaginatedRequestParams'));
    return (
      this.#definitions.extends(declaration, this.#definitions.nameOf('PaginatedRequest')) ||
      (type?.kind === 'interface' && hasCursor(type))
    );
  }

  /** Returns whether the side that answers requests of these senders sends a notification. */
  #answersWith(method: string, senders: readonly Side[]): boolean {
    return [...this.#senders].some(
      ([declaration, sides]) =>
        methodOf(declaration, this.#definitions) === method && sides.some((side) => senders.includes(otherSide(side))),
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
      const method = methodOf(declaration, this.#definitions);
      if (method === undefined) {
        this.#problems.add(
          declaration.place,
          `${declaration.name} has no method of its own`,
          `Declare "method: '...'".`,
        );
        continue;
      }
      const name = handlerName(declaration.name);
      if (!isHandlerName(name)) {
        const message = `${declaration.name} gives an invalid handler name: ${JSON.stringify(name)}`;
        this.#problems.add(declaration.place, message, 'Rename the declaration.');
      }
      this.#claim(byMethod, method, declaration, `the method ${method}`, ONE_METHOD);
      this.#claim(byName, name, declaration, `the name ${name}`, 'Give each message a unique name.');
      const isOwn = !declaration.extension;
      const facts = (isOwn ? this.#facts.methods : this.#facts.extensionMethods).get(method);
      const declaring = declaringSides({ kind, senders: sides });
      const missing = missingCapability(facts?.capability, declaring, this.#definitions);
      if (isOwn) this.#open.needMethod(declaration.place, method, facts, missing);
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
  #since({ extension }: InterfaceDeclaration, method: string): string | undefined {
    const first = this.#facts.since.get(method);
    if (first === undefined) return extension ? undefined : this.#revision;
    return first < this.#revision ? first : this.#revision;
  }

  #claim(
    taken: Map<string, InterfaceDeclaration>,
    key: string,
    declaration: InterfaceDeclaration,
    what: string,
    remedy: string,
  ): void {
    const first = taken.get(key);
    taken.set(key, first ?? declaration);
    if (!first) return;
    this.#problems.add(declaration.place, `${declaration.name} and ${first.name} share ${what}`, remedy);
  }

  #params(declaration: InterfaceDeclaration): Message['params'] {
    const property = this.#definitions.propertyNamed(declaration, 'params');
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
}
