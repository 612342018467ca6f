/** Finds what the decisions about a revision are about, as lines of text that can be stored and compared. */

import { groupBy } from '../collections.js';
import { CAPABILITIES, ANCHORS, type Anchor, type AnchorName } from '../model/anchors.js';
import type { Property, TypeDeclaration } from '../model/declarations.js';
import { namesIn, propertiesIn, walkType, type Definitions } from '../model/definitions.js';
import { UNIONS } from '../model/directions.js';
import { findDoubts } from '../model/doubts.js';
import { findFilterDoubts } from '../model/filterDoubts.js';
import { findPagingDoubts } from '../model/pagingDoubts.js';
import type { Facts, MethodFacts } from '../model/facts.js';
import { partsOf } from '../model/guessNames.js';
import { hasAnchor, propertiesBelow, referenceTo } from '../model/places.js';
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
import { shapesOf } from './buildShapes.js';
import { describeShape, nameText, range } from './describeShape.js';
import { digestOfRules, digestOfWords } from './rulesInDocs.js';
import { objectOf, resolveShape, type Field, type Shape, type ShapeTable } from './shape.js';

/** The bases whose fields are subjects of their own: a change of one does not concern each message that extends it. */
const BASES: readonly AnchorName[] = [
  'Result',
  'PaginatedResult',
  'CacheableResult',
  'RequestParams',
  'NotificationParams',
  'PaginatedRequestParams',
];

/** The bases that extend no other base. */
const ROOTS: readonly AnchorName[] = ['Result', 'RequestParams', 'NotificationParams'];

/** Returns the subject of each decision about a revision, in the order of the checklist. Methods of extensions have none. */
export function subjectsOf(protocol: Protocol, facts: Facts): ReadonlyMap<string, Subject> {
  return new SubjectFinder(protocol, facts).all();
}

class SubjectFinder {
  readonly #protocol: Protocol;
  readonly #facts: Facts;
  readonly #source: Definitions;
  readonly #table: ShapeTable;
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
    this.#own = source.types.filter(({ extension }) => !extension);
    const bases = BASES.map((anchor) => source.nameOf(anchor));
    this.#inherited = new Set(bases.flatMap((name) => this.#fieldsOf(this.#objectNamed(name))));
  }

  all(): ReadonlyMap<string, Subject> {
    const { era, batching, metadataKeys, dialect } = this.#protocol;
    const messages = allMessages(this.#protocol).filter(({ declaration }) => this.#isOwn(declaration.name));
    const rows: readonly (readonly [string, Subject])[] = [
      ['era', { value: era, subject: this.#opening(messages) }],
      ['batching', { value: batching ? 'allowed' : 'not allowed', subject: this.#batches() }],
      [
        'metadataKeys',
        { value: metadataKeys ? 'stated' : 'not stated', subject: this.#metadata(), parts: this.#metaKeyNames() },
      ],
      ['dialect', { value: dialect, subject: [], ...this.#docs(this.#dialectDocs()) }],
      ...UNIONS.filter((union) => !hasAnchor(union, this.#source)).map(
        (union) => [`unions/${union}`, { value: 'not declared', subject: [] }] as const,
      ),
      ...this.#anchors(),
      ...[...groupBy(messages, ({ method }) => method)].map(
        ([method, group]) => [`methods/${method}`, this.#messagesOf(method, group)] as const,
      ),
      ...this.#errata(),
      ...this.#removals(),
      ...this.#doubts(),
    ];
    return new Map(rows.map(([decision, each]) => [decision, { ...each, subject: [...new Set(each.subject)].sort() }]));
  }

  #isOwn(name: string): boolean {
    return this.#own.some((declaration) => declaration.name === name);
  }

  /** Returns the subject of a method. A request may have two declarations: one that is sent on its own, and one inside results. */
  #messagesOf(method: string, messages: readonly AnyMessage[]): Subject {
    const parts = messages.map((message) => this.#message(message));
    return {
      value: rowText(this.#facts.methods.get(method)),
      subject: parts.flatMap(({ subject }) => subject),
      ...this.#docs(parts.flatMap(({ docs }) => docs)),
    };
  }

  /** Returns the lines about a message, and its docs. */
  #message(message: AnyMessage): { readonly subject: readonly string[]; readonly docs: readonly string[] } {
    const { kind, declaration, senders } = message;
    const params = this.#objectNamed(declaration.name)?.get('params');
    const paramsFields = params && this.#fields(params.shape);
    const request = message.kind === 'request' ? message : undefined;
    const results = request?.results.filter((name) => name !== request.question) ?? [];
    const [answer, ...others] = results;
    const subject = [
      `${kind} ${this.#usualName(declaration.name)}`,
      ...senders.map((side) => `sent by the ${side}`),
      ...(params?.optional ? ['params may be absent'] : []),
      ...this.#ownFields(paramsFields).map((line) => `params.${line}`),
      ...(request
        ? [
            `result: ${request.results
              .map((name) => this.#usualName(name))
              .sort()
              .join(' | ')}`,
          ]
        : []),
      ...(answer === undefined ? [] : this.#ownFields(this.#objectNamed(answer)).map((line) => `result.${line}`)),
      ...others.flatMap((name) => this.#ownFields(this.#objectNamed(name)).map((line) => `result ${name}.${line}`)),
      ...(request ? flagsOf(request) : []),
      ...(request?.changes === undefined ? [] : [`changes: ${request.changes}`]),
      ...(message.kind === 'notification' && message.filter !== undefined ? [`filter: ${message.filter}`] : []),
      ...this.#capability(message),
    ];
    const docs = [
      declaration.docs.text,
      this.#source.findType(message.params.type)?.docs.text ?? '',
      ...this.#docsBelow(message.params.type),
      ...results.flatMap((name) => [this.#source.findType(name)?.docs.text ?? '', ...this.#docsBelow(name)]),
    ];
    return { subject, docs };
  }

  /** Returns the type at the path of the required capability. */
  #capability({ capability, kind, senders }: AnyMessage): readonly string[] {
    if (capability === undefined || capability.startsWith('extensions.')) return [];
    const declaring = kind === 'request' ? senders.map(otherSide) : senders;
    return declaring.flatMap((side) => {
      const type = this.#typeAt(`${this.#source.nameOf(CAPABILITIES[side])}.${capability}`);
      return type === undefined ? [] : [`capability ${capability} of the ${side}: ${type}`];
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
      return namesIn(target).some((each) => envelopes.includes(each))
        ? [`${declaration.name}: ${this.#text(this.#table.get(declaration.name))}`]
        : [];
    });
    return [...members.map((member) => `message ${this.#usualName(member)}`), ...arrays];
  }

  /** Returns the types of all properties `_meta`, with their fields. */
  #metadata(): readonly string[] {
    const shapes = this.#own.flatMap(({ name }) => metadataIn(this.#table.get(name)));
    return shapes.flatMap((shape) => {
      const type = shape.kind === 'reference' ? shape.name : '_meta';
      return this.#fieldsOf(this.#fields(shape)).map((line) => `${type}.${line}`);
    });
  }

  #metaKeyNames(): string {
    return this.#protocol.vocabulary.metaKeys.map(({ name, value }) => `${name}=${value}`).join(' ');
  }

  #removals(): readonly (readonly [string, Subject])[] {
    const declared = declaredNames(this.#protocol.vocabulary, this.#facts);
    return Object.entries(declared).map(([decision, subject]) => [decision, { value: 'removed on purpose', subject }]);
  }

  #anchors(): readonly (readonly [string, Subject])[] {
    return (Object.keys(ANCHORS) as AnchorName[]).flatMap((anchor): (readonly [string, Subject])[] => {
      if (!hasAnchor(anchor, this.#source)) return [];
      const { fields, propertyOf, pattern }: Anchor = ANCHORS[anchor];
      const name = this.#source.nameOf(anchor);
      const isName = !pattern && propertyOf === undefined;
      const parts = isName ? partsOf(name, this.#source).join(' ') : '';
      const inherited = ROOTS.includes(anchor)
        ? []
        : ROOTS.flatMap((each) => this.#fieldsOf(this.#objectNamed(this.#source.nameOf(each))));
      const own = (line: string): boolean => !inherited.includes(line);
      const subject = fields ? this.#membersOf(name).filter(own) : ['declared'];
      return [[`names/${anchor}`, { value: name, subject, ...(parts !== '' && { parts }) }]];
    });
  }

  #errata(): readonly (readonly [string, Subject])[] {
    const { errata } = this.#protocol;
    return errata.flatMap(({ place }): (readonly [string, Subject])[] => {
      const type = this.#typeAt(place);
      if (type === undefined) return [];
      const rows = errata.filter((row) => row.place === place);
      const value = rows.map(({ correction, direction }) => `${Object.values(correction).join(' ')}, ${direction}`);
      const [name = '', property] = place.split('.');
      const declaration = this.#source.findType(name);
      const own = propertiesBelow(this.#source, referenceTo(name)).filter((each) => each.name === property);
      const docs = property === undefined ? [declaration?.docs.text ?? ''] : own.map((each) => each.docs.text);
      return [[`errata/${place}`, { value: value.join('; '), subject: [`${place}: ${type}`], ...this.#docs(docs) }]];
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
    return `${this.#text(shape)}${field.optional ? ', optional' : ''}`;
  }

  #dialectDocs(): readonly string[] {
    const texts = this.#own.flatMap((each) => [each.docs.text, ...propertiesIn(each).map(({ docs }) => docs.text)]);
    return texts.filter((text) => /json-schema\.org|JSON Schema (draft|20)|\bdialect\b/i.test(text));
  }

  /** Returns the docs of the properties of a definition and of the objects in them, without those of bases. */
  #docsBelow(name: string): readonly string[] {
    if (!this.#protocol.definitions.findType(name)) return [];
    const bases = BASES.map((anchor) => this.#source.nameOf(anchor));
    return propertiesBelow(this.#protocol.definitions, referenceTo(name)).flatMap((property) =>
      property.name === '_meta' || bases.includes(this.#source.ownerOf(property) ?? '') ? [] : docsIn(property),
    );
  }

  #docs(texts: readonly string[]): Pick<Subject, 'docs'> {
    const docs = digestOfRules(texts);
    return docs === undefined ? {} : { docs };
  }

  /** Returns a line for each field of an object, or for each member of a union: also for a literal that a string covers. */
  #membersOf(name: string): readonly string[] {
    const { target } = this.#source.resolve(referenceTo(name));
    return target.kind === 'union' ? partsOf(name, this.#source) : this.#fieldsOf(this.#objectNamed(name));
  }

  #objectNamed(name: string): ReadonlyMap<string, Field> | undefined {
    return this.#table.has(name) ? this.#fields({ kind: 'reference', name }) : undefined;
  }

  #fields(shape: Shape): ReadonlyMap<string, Field> | undefined {
    return objectOf(shape, this.#table)?.fields;
  }

  /** Returns a line for each field, without `_meta`, which is a subject of its own, and fields of bases. */
  #ownFields(fields: ReadonlyMap<string, Field> | undefined): readonly string[] {
    return this.#fieldsOf(fields).filter((line) => !/^_meta\b/.test(line) && !this.#inherited.has(line));
  }

  #fieldsOf(fields: ReadonlyMap<string, Field> | undefined): readonly string[] {
    return [...(fields ?? [])].map(([name, field]) => this.#fieldText(name, field));
  }

  #fieldText(name: string, { optional, shape }: Field): string {
    return `${nameText(name)}${optional ? '?' : ''}: ${this.#text(shape)}`;
  }

  /** Returns a type as text. Names are not followed, so that a change of a type concerns those who state it, not all who mention it. */
  #text(shape: Shape | undefined): string {
    if (shape === undefined) return 'unknown';
    const keywords = Object.entries(shape.notes?.keywords ?? {}).filter(([keyword]) => !PROSE.has(keyword));
    const stated = keywords.map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`).sort();
    return this.#plainText(shape) + (stated.length === 0 ? '' : ` (${stated.join(', ')})`);
  }

  #plainText(shape: Shape): string {
    switch (shape.kind) {
      case 'array':
        return `Array<${this.#text(shape.items)}>${range(shape.limits)}`;
      case 'union':
        return shape.members
          .map((member) => this.#text(member))
          .sort()
          .join(' | ');
      case 'intersection':
        return shape.members
          .map((member) => this.#text(member))
          .sort()
          .join(' & ');
      case 'object': {
        if (shape.fields.size === 0) return describeShape(shape);
        const fields = [...shape.fields].map(([name, field]) => this.#fieldText(name, field)).sort();
        return `{ ${fields.join('; ')} }${range(shape.limits)}`;
      }
      case 'reference':
        return this.#usualName(shape.name);
      default:
        return describeShape(shape);
    }
  }

  /** Returns the name that mcp-gen uses for an anchor: a renamed one is one decision, not one for each place that mentions it. */
  #usualName(name: string): string {
    const anchors = Object.keys(ANCHORS) as AnchorName[];
    const renamed = anchors.find((anchor) => name === this.#source.names[anchor]);
    if (renamed !== undefined) return renamed;
    return this.#source.isAnchor(name, 'InputRequiredResult') ? 'InputRequiredResult' : name;
  }
}

function flagsOf(request: RequestMessage): readonly string[] {
  const { paginated, cacheable } = request;
  const has = { paginated, cacheable, 'asks for input': asksForInput(request) };
  return FLAGS.filter((flag) => has[flag]);
}

/** Returns the docs of a property, and of those of the objects that are written in its type. */
function docsIn({ docs, type }: Property): readonly string[] {
  const texts = [docs.text];
  walkType(type, (part) => {
    if (part.kind === 'object') texts.push(...part.properties.map((property) => property.docs.text));
  });
  return texts;
}

/** The keywords that are prose. */
const PROSE: ReadonlySet<string> = new Set(['description', 'title', 'examples', '$comment']);

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
