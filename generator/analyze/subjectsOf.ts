/** Finds what the decisions about a revision are about, as lines of text that can be stored and compared. */

import { groupBy, reach } from '../collections.js';
import { ANCHORS, CAPABILITIES, type AnchorName } from '../model/anchors.js';
import { wordsOf, type TypeDeclaration } from '../model/declarations.js';
import { basesOf, namesIn as namesInType, propertiesIn, type Definitions } from '../model/definitions.js';
import { UNIONS } from '../model/directions.js';
import { findDoubts } from '../model/doubts.js';
import { findFilterDoubts, findPagingDoubts } from '../model/messageDoubts.js';
import type { Facts, MethodFacts, Side } from '../model/facts.js';
import { partsOf } from '../model/guessNames.js';
import { hasAnchor, propertiesBelow, propertyAt, referenceTo } from '../model/places.js';
import {
  allMessages,
  asksForInput,
  otherSide,
  type AnyMessage,
  type Protocol,
  type RequestMessage,
} from '../model/protocol.js';
import { FLAGS, type Subject } from '../model/subjects.js';
import { declaredNames } from '../model/removals.js';
import { anchorSubjects } from './anchorSubjects.js';
import { capabilitySubjects } from './capabilitySubjects.js';
import { shapesOf } from './buildShapes.js';
import { docsIn, docsOf, type Documented, type Undigested } from './docsOf.js';
import { errorSubjects } from './errorSubjects.js';
import { digestOfRules, digestOfWords } from './rulesInDocs.js';
import { namesIn, objectOf, resolveShape, type Field, type Shape, type ShapeTable } from './shape.js';
import { SubjectLines } from './subjectLines.js';

/** The bases whose fields are subjects of their own: a change of one does not concern each message that extends it. */
const BASES: readonly AnchorName[] = [
  'Result',
  'PaginatedResult',
  'CacheableResult',
  'RequestParams',
  'NotificationParams',
  'PaginatedRequestParams',
];

/** Returns the subject of each decision about a revision, in the order of the checklist. Methods of extensions have none. */
export function subjectsOf(protocol: Protocol, facts: Facts): ReadonlyMap<string, Subject> {
  return new SubjectFinder(protocol, facts).all();
}

class SubjectFinder {
  readonly #protocol: Protocol;
  readonly #facts: Facts;
  readonly #source: Definitions;
  readonly #table: ShapeTable;
  readonly #lines: SubjectLines;
  /** The declarations of the schema itself, without those of extensions. */
  readonly #own: readonly TypeDeclaration[];
  /** The fields of bases, as lines. */
  readonly #inherited: ReadonlySet<string>;

  constructor(protocol: Protocol, facts: Facts) {
    const { source } = protocol;
    this.#protocol = protocol;
    this.#facts = facts;
    this.#source = source;
    this.#table = shapesOf(source);
    this.#lines = new SubjectLines(source, this.#table);
    this.#own = source.types.filter(({ extension }) => !extension);
    const bases = BASES.map((anchor) => source.nameOf(anchor));
    this.#inherited = new Set(bases.flatMap((name) => this.#lines.ofFields(this.#lines.objectNamed(name))));
  }

  all(): ReadonlyMap<string, Subject> {
    const { era, batching, metadataKeys, dialect } = this.#protocol;
    const messages = allMessages(this.#protocol).filter(({ declaration }) => this.#isOwn(declaration.name));
    const rows: readonly (readonly [string, Undigested])[] = [
      ['era', { value: era, subject: this.#opening(messages) }],
      ['batching', { value: batching ? 'allowed' : 'not allowed', subject: this.#batches() }],
      [
        'metadataKeys',
        {
          value: metadataKeys ? 'stated' : 'not stated',
          subject: this.#metadata(),
          parts: this.#metaKeyNames(),
          documented: this.#metadataDocs(),
        },
      ],
      ['dialect', { value: dialect, subject: [], documented: this.#dialectDocs() }],
      ...UNIONS.filter((union) => !hasAnchor(union, this.#source)).map(
        (union) => [`unions/${union}`, { value: 'not declared', subject: [] }] as const,
      ),
      ...anchorSubjects(this.#protocol, this.#lines),
      ...capabilitySubjects(this.#protocol, this.#lines),
      ...errorSubjects(this.#protocol, this.#lines),
      ...[...groupBy(messages, ({ method }) => method)].map(
        ([method, group]) => [`methods/${method}`, this.#messagesOf(method, group)] as const,
      ),
      ...this.#errata(),
      ...this.#removals(),
    ];
    const digested = rows.map(([decision, { documented = [], parts, ...row }]): readonly [string, Subject] => [
      decision,
      { ...row, ...digestOfRules(documented), ...(parts !== undefined && { parts }) },
    ]);
    return new Map(
      [...digested, ...this.#types(rows), ...this.#doubts()].map(([decision, each]) => [
        decision,
        { ...each, subject: [...new Set(each.subject)].sort() },
      ]),
    );
  }

  #isOwn(name: string): boolean {
    return this.#own.some((declaration) => declaration.name === name);
  }

  /** Returns the subject of a method. A request may have two declarations: one that is sent on its own, and one inside results. */
  #messagesOf(method: string, messages: readonly AnyMessage[]): Undigested {
    const parts = messages.map((message) => this.#message(message));
    return {
      value: rowText(this.#facts.methods.get(method)),
      subject: parts.flatMap(({ subject }) => subject),
      documented: parts.flatMap(({ documented }) => documented),
    };
  }

  /** Returns the lines about a message, and its docs. */
  #message(message: AnyMessage): Required<Pick<Undigested, 'subject' | 'documented'>> {
    const { kind, declaration, senders } = message;
    const params = this.#lines.objectNamed(declaration.name)?.get('params');
    const paramsFields = params && this.#lines.fieldsOf(params.shape);
    const request = message.kind === 'request' ? message : undefined;
    const results = request?.results.filter((name) => name !== request.question) ?? [];
    const [answer, ...others] = results;
    const subject = [
      `${kind} ${this.#lines.usualName(declaration.name)}`,
      ...senders.map((side) => `sent by the ${side}`),
      ...(params?.optional === true ? ['params may be absent'] : []),
      ...this.#ownFields(paramsFields).map((line) => `params.${line}`),
      ...(request
        ? [
            `result: ${request.results
              .map((name) => this.#lines.usualName(name))
              .sort()
              .join(' | ')}`,
          ]
        : []),
      ...(answer === undefined ? [] : this.#ownFields(this.#lines.objectNamed(answer)).map((line) => `result.${line}`)),
      ...others.flatMap((name) =>
        this.#ownFields(this.#lines.objectNamed(name)).map((line) => `result ${name}.${line}`),
      ),
      ...(request ? flagsOf(request) : []),
      ...(request?.changes === undefined ? [] : [`changes: ${request.changes}`]),
      ...this.#filter(message),
      ...this.#capability(message),
    ];
    const documented = [
      ...docsOf(declaration),
      ...[message.params.type, ...results].flatMap((name) => [...this.#named(name), ...this.#docsBelow(name)]),
      ...this.#docsOfConditions(message),
    ];
    return { subject, documented };
  }

  /** Returns what selects a notification for a stream, and whether the filter may leave it out. */
  #filter(message: AnyMessage): readonly string[] {
    const name = message.kind === 'notification' ? message.filter : undefined;
    const field = this.#lines.objectNamed(this.#source.nameOf('SubscriptionFilter'))?.get(name ?? '');
    return name === undefined || !field ? [] : [`filter: ${name}${field.optional ? ', optional' : ''}`];
  }

  /** Returns the type at the path of the required capability. */
  #capability(message: AnyMessage): readonly string[] {
    return this.#capabilityPlaces(message).flatMap(([side, place]) => {
      const type = this.#typeAt(place);
      return type === undefined ? [] : [`capability ${message.capability} of the ${side}: ${type}`];
    });
  }

  /** Returns the sides that declare the required capability, and its place. */
  #capabilityPlaces({ capability, kind, senders }: AnyMessage): readonly (readonly [Side, string])[] {
    if (capability === undefined || capability.startsWith('extensions.')) return [];
    const declaring = kind === 'request' ? senders.map(otherSide) : senders;
    return declaring.map((side) => [side, `${this.#source.nameOf(CAPABILITIES[side])}.${capability}`]);
  }

  /** Returns the docs of what a message depends on beside its own types: its capability, and what selects it for a stream. */
  #docsOfConditions(message: AnyMessage): readonly Documented[] {
    const filter = message.kind === 'notification' ? message.filter : undefined;
    const selector = filter === undefined ? [] : [`${this.#source.nameOf('SubscriptionFilter')}.${filter}`];
    const places = [...this.#capabilityPlaces(message).map(([, place]) => place), ...selector];
    return places.flatMap((place) => {
      const property = propertyAt(this.#source, place);
      return property ? [property, ...propertiesBelow(this.#source, property.type)].flatMap(docsIn) : [];
    });
  }

  #opening(messages: readonly AnyMessage[]): readonly string[] {
    return (['InitializeRequest', 'DiscoverRequest'] as const).flatMap((anchor) => {
      const message = messages.find(({ declaration }) => declaration.name === this.#source.nameOf(anchor));
      if (!message) return [];
      const lines = this.#message(message).subject.filter((line) =>
        /^(sent|result:)|^(params|result)\.[^?:]+: /.test(line),
      );
      return [anchor, `${anchor} ${message.method}`, ...lines.map((line) => `${anchor} ${line}`)];
    });
  }

  /** Returns the members of the union of all messages, and the arrays of messages. */
  #batches(): readonly string[] {
    const envelopes = (['JSONRPCRequest', 'JSONRPCNotification', 'JSONRPCMessage'] as const).map((anchor) =>
      this.#source.nameOf(anchor),
    );
    const name = this.#source.nameOf('JSONRPCMessage');
    const members = this.#source.findType(name) ? partsOf(name, this.#source) : [];
    const arrays = this.#own.flatMap((declaration) => {
      const { target } = this.#source.resolve(referenceTo(declaration.name));
      if (declaration.kind !== 'alias' || target.kind !== 'array') return [];
      return namesInType(target).some((each) => envelopes.includes(each))
        ? [`${declaration.name}: ${this.#lines.text(this.#table.get(declaration.name))}`]
        : [];
    });
    return [...members.map((member) => `message ${this.#lines.usualName(member)}`), ...arrays];
  }

  /** Returns the types of all properties `_meta`, with their fields. */
  #metadata(): readonly string[] {
    const shapes = this.#own.flatMap(({ name }) => metadataIn(this.#table.get(name)));
    const own = shapes.flatMap((shape) => {
      const type = shape.kind === 'reference' ? shape.name : '_meta';
      return this.#lines.ofFields(this.#lines.fieldsOf(shape)).map((line) => `${type}.${line}`);
    });
    return [...own, ...this.#metadataTypes(shapes)];
  }

  /** Returns the types of keys of `_meta`, with those fields that all values have. */
  #metadataTypes(shapes: readonly Shape[]): readonly string[] {
    const fields = shapes.flatMap((shape) => [...(this.#lines.fieldsOf(shape)?.values() ?? [])]);
    const names = fields.flatMap(({ shape }) => namesIn(shape));
    return names.flatMap((name) => {
      if (Object.hasOwn(ANCHORS, this.#lines.usualName(name))) return [];
      const object = this.#lines.objectNamed(name);
      if (!object) return [`${name}: ${this.#lines.text(this.#table.get(name))}`];
      const required = [...object].filter(([, { optional }]) => !optional);
      return this.#lines.ofFields(new Map(required)).map((line) => `${name}.${line}`);
    });
  }

  /** Returns the docs of the types of all properties `_meta`, of their bases, and of their fields. */
  #metadataDocs(): readonly Documented[] {
    const { source } = this.#protocol;
    const types = this.#own.flatMap(propertiesIn).filter(({ name }) => name === '_meta');
    const mentioned = reach(
      types.flatMap(({ type }) => namesInType(type)),
      (name) => basesOf(source.findType(name)),
    );
    return [
      ...types.flatMap(({ type }) => propertiesBelow(source, type).flatMap(docsIn)),
      ...[...mentioned].flatMap((name) => this.#named(name)),
    ];
  }

  #metaKeyNames(): string {
    return this.#protocol.vocabulary.metaKeys.map(({ name, value }) => `${name}=${value}`).join(' ');
  }

  #removals(): readonly (readonly [string, Undigested])[] {
    const declared = declaredNames(this.#protocol.vocabulary, this.#facts);
    return Object.entries(declared).map(([decision, subject]) => [decision, { value: 'removed on purpose', subject }]);
  }

  #errata(): readonly (readonly [string, Undigested])[] {
    const { errata } = this.#protocol;
    return errata.flatMap(({ place }): (readonly [string, Undigested])[] => {
      const type = this.#typeAt(place);
      if (type === undefined) return [];
      const rows = errata.filter((row) => row.place === place);
      const value = rows.map(({ correction, direction }) => `${Object.values(correction).join(' ')}, ${direction}`);
      const [name = '', property] = place.split('.');
      const own = propertiesBelow(this.#source, referenceTo(name)).filter((each) => each.name === property);
      const documented = property === undefined ? this.#named(name) : own;
      return [[`errata/${place}`, { value: value.join('; '), subject: [`${place}: ${type}`], documented }]];
    });
  }

  #doubts(): readonly (readonly [string, Subject])[] {
    const { definitions, errata, requests, notifications, embedded } = this.#protocol;
    const own = [...requests, ...embedded].filter(({ extension }) => extension === undefined);
    const doubts = [
      ...findDoubts(definitions, errata),
      ...findPagingDoubts(own, definitions),
      ...findFilterDoubts(notifications, definitions),
    ];
    return doubts.map(({ decision, value, states, docs }) => [
      decision,
      {
        value,
        subject: [`${decision.slice(decision.indexOf('/') + 1)}: ${states}`],
        ...(docs !== '' && { docs: digestOfWords([docs]) }),
      },
    ]);
  }

  /** Returns the type at a definition and a path of properties below it. */
  #typeAt(place: string): string | undefined {
    const [name = '', ...path] = place.split('.');
    let field: Field | undefined = this.#table.has(name)
      ? { optional: false, shape: { kind: 'reference', name } }
      : undefined;
    for (const each of path)
      field = field && objectOf(itemsOf(field.shape, this.#table), this.#table)?.fields.get(each);
    if (!field) return undefined;
    const shape = path.length === 0 ? resolveShape(field.shape, this.#table) : field.shape;
    return `${this.#lines.text(shape)}${field.optional ? ', optional' : ''}`;
  }

  #dialectDocs(): readonly Documented[] {
    const isAbout = /json-schema\.org|JSON Schema (draft|20)|\bdialect\b/i;
    return this.#own.flatMap(docsOf).filter(({ docs }) => isAbout.test(wordsOf(docs)));
  }

  /** Returns the docs of the properties of a definition and of the objects in them, without those of bases. */
  #docsBelow(name: string): readonly Documented[] {
    if (!this.#protocol.definitions.findType(name)) return [];
    const bases = BASES.map((anchor) => this.#source.nameOf(anchor));
    return propertiesBelow(this.#protocol.definitions, referenceTo(name)).flatMap((property) =>
      property.name === '_meta' || bases.includes(this.#source.ownerOf(property) ?? '') ? [] : docsIn(property),
    );
  }

  /** Returns the declaration of a name. None if the schema leaves it unnamed. */
  #named(name: string): readonly TypeDeclaration[] {
    const declaration = this.#source.findType(name);
    return declaration ? [declaration] : [];
  }

  /** Returns the subject of each type that no other decision is about as a whole. */
  #types(others: readonly (readonly [string, Undigested])[]): readonly (readonly [string, Subject])[] {
    const read = new Set(others.flatMap(([, { documented = [] }]) => documented.map(placeText)));
    const stated = new Set(others.flatMap(([, { subject }]) => subject));
    const messages = new Set(allMessages(this.#protocol).map(({ declaration }) => declaration.name));
    const types = this.#own.filter(({ name }) => !messages.has(name));
    return types.flatMap((declaration): (readonly [string, Subject])[] => {
      const documented = docsOf(declaration).filter((each) => !read.has(placeText(each)));
      if (documented.length === 0) return [];
      const constants = this.#constants(declaration).filter((line) => !stated.has(line));
      const subject = constants.length === 0 ? ['declared'] : constants;
      return [[`types/${declaration.name}`, { value: 'as declared', subject, ...digestOfRules(documented, 'strict') }]];
    });
  }

  /** Returns a line for each own field of a type that has only constant values, such as `"text"`, or for the members of a union. */
  #constants(declaration: TypeDeclaration): readonly string[] {
    const { name } = declaration;
    const shape = this.#table.get(name);
    if (declaration.kind === 'alias' && shape?.kind === 'union') return [`${name}: ${this.#lines.text(shape)}`];
    const own = declaration.kind === 'interface' ? declaration.properties.map((each) => each.name) : undefined;
    const fields = [...(this.#lines.objectNamed(name) ?? [])].filter(
      ([field, { shape }]) => isConstant(shape) && own?.includes(field) !== false,
    );
    return this.#lines.ofFields(new Map(fields));
  }

  /** Returns a line for each field, without `_meta`, which is a subject of its own, and fields of bases. */
  #ownFields(fields: ReadonlyMap<string, Field> | undefined): readonly string[] {
    return this.#lines.ofFields(fields).filter((line) => !/^_meta\b/.test(line) && !this.#inherited.has(line));
  }
}

function isConstant(shape: Shape): boolean {
  return shape.kind === 'literal' || (shape.kind === 'union' && shape.members.every(isConstant));
}

function placeText({ place: { file, line, column } }: Documented): string {
  return `${file}:${line}:${column}`;
}

function flagsOf(request: RequestMessage): readonly string[] {
  const { paginated, cacheable } = request;
  const has = { paginated, cacheable, 'asks for input': asksForInput(request) };
  return FLAGS.filter((flag) => has[flag]);
}

/** Returns the shapes of all properties `_meta` in a shape. Names are not followed. */
function metadataIn(shape: Shape | undefined): readonly Shape[] {
  switch (shape?.kind) {
    case 'object':
      return [...shape.fields].flatMap(([name, field]) => (name === '_meta' ? [field.shape] : metadataIn(field.shape)));
    case 'array':
      return metadataIn(shape.items);
    case 'union':
    case 'intersection':
      return shape.members.flatMap(metadataIn);
    default:
      return [];
  }
}

function itemsOf(shape: Shape, table: ShapeTable): Shape {
  const found = resolveShape(shape, table);
  return found.kind === 'array' ? found.items : found;
}

function rowText(row: MethodFacts | undefined): string {
  if (row === undefined) return 'no row';
  const { method: _, extension: __, from: ___, until: ____, source: _____, ...facts } = row;
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${String(value)}`)
    .sort()
    .join(', ');
}
