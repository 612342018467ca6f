/** Finds what the decisions about anchors are about: the fields or members that have a meaning, and the rules in their docs. */

import { reach } from '../collections.js';
import { ANCHORS, type Anchor, type AnchorName } from '../model/anchors.js';
import type { Property } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import { filtersOfFeatures } from '../model/messageDoubts.js';
import { partsOf } from '../model/guessNames.js';
import { hasAnchor, propertiesBelow, referenceTo } from '../model/places.js';
import { allMessages, type Protocol } from '../model/protocol.js';
import { shapesOf } from './buildShapes.js';
import { docsIn, docsOf, type Documented, type Undigested } from './docsOf.js';
import { namesIn, resolveShape, type ShapeTable } from './shape.js';
import type { SubjectLines } from './subjectLines.js';

/** The bases that extend no other base. Their fields are subjects of their own, not of each anchor that extends them. */
const ROOTS: readonly AnchorName[] = ['Result', 'RequestParams', 'NotificationParams'];

/** Returns the subject of each anchor that the schema declares, by decision. */
export function anchorSubjects(protocol: Protocol, lines: SubjectLines): readonly (readonly [string, Undigested])[] {
  const finder = new AnchorSubjects(protocol, lines);
  const { source } = protocol;
  const anchors = (Object.keys(ANCHORS) as AnchorName[]).filter((anchor) => hasAnchor(anchor, source));
  return anchors.map((anchor) => [`names/${anchor}`, finder.subjectOf(anchor)]);
}

class AnchorSubjects {
  readonly #protocol: Protocol;
  readonly #source: Definitions;
  readonly #lines: SubjectLines;
  readonly #table: ShapeTable;
  /** The names of all anchors in this schema: they are decisions of their own. */
  readonly #anchors: ReadonlySet<string>;
  /** The definitions that are a part of the subject of an anchor: the first one that mentions them. */
  readonly #taken = new Map<string, AnchorName>();

  constructor(protocol: Protocol, lines: SubjectLines) {
    const { source } = protocol;
    this.#protocol = protocol;
    this.#source = source;
    this.#lines = lines;
    this.#table = shapesOf(source);
    this.#anchors = new Set((Object.keys(ANCHORS) as AnchorName[]).map((anchor) => source.nameOf(anchor)));
  }

  subjectOf(anchor: AnchorName): Undigested {
    const { propertyOf, pattern, fields }: Anchor = ANCHORS[anchor];
    const value = this.#source.nameOf(anchor);
    if (pattern || propertyOf !== undefined) return { value, subject: ['declared'] };
    const parts = partsOf(value, this.#source).join(' ');
    return {
      value,
      subject: fields ? [...this.#membersOf(anchor, value), ...this.#linesBelow(anchor, value)] : ['declared'],
      documented: this.#docs(anchor, value),
      ...(parts !== '' && { parts }),
    };
  }

  /** Returns a line for each field of an object, or for each member of a union: also for a literal that a string covers. */
  #membersOf(anchor: AnchorName, name: string): readonly string[] {
    const { target } = this.#source.resolve(referenceTo(name));
    if (target.kind === 'union') return partsOf(name, this.#source).map((part) => this.#lines.usualName(part));
    const roots = ROOTS.includes(anchor) ? [] : ROOTS.flatMap((root) => this.#linesOf(this.#source.nameOf(root)));
    const other = anchor === 'SubscriptionFilter' ? this.#otherFilters(name) : [];
    const own = this.#linesOf(name).filter(
      (line) => !roots.includes(line) && !other.includes(line.replace(/\??: .*/, '')),
    );
    return own.length === 0 ? ['declared'] : own;
  }

  /** Returns a line for each field. The types of `_meta` are another decision. */
  #linesOf(name: string): readonly string[] {
    return this.#lines
      .ofFields(this.#lines.objectNamed(name))
      .map((line) => line.replace(/^(_meta\??: ).*/, '$1object'));
  }

  /** Returns lines for the definitions that the fields of an object mention, at any depth: `Error.message: string`. */
  #linesBelow(anchor: AnchorName, name: string): readonly string[] {
    const fields = [...(this.#lines.objectNamed(name) ?? [])].filter(([field]) => field !== '_meta');
    const mentioned = reach(
      fields.flatMap(([, { shape }]) => namesIn(shape)),
      (each) => (this.#anchors.has(each) ? undefined : namesIn(this.#table.get(each) ?? { kind: 'any' })),
    );
    return [...mentioned].flatMap((each) => {
      if ((this.#taken.get(each) ?? anchor) !== anchor) return [];
      this.#taken.set(each, anchor);
      const below = this.#linesOf(each);
      const whole = `${each}: ${this.#lines.text(resolveShape({ kind: 'reference', name: each }, this.#table))}`;
      return below.length === 0 ? [whole] : below.map((line) => `${each}.${line}`);
    });
  }

  /** Returns the docs of a definition, and of those of its fields that no other decision covers. */
  #docs(anchor: AnchorName, name: string): readonly Documented[] {
    const isMessage = allMessages(this.#protocol).some(({ declaration }) => declaration.name === name);
    if (isMessage) return [];
    const fields = this.#fieldsWithDocs(anchor, name);
    const declaration = this.#source.findType(name);
    return [
      ...(declaration ? [declaration] : []),
      ...fields.flatMap(docsIn),
      ...fields.flatMap((property) => this.#docsBelow(property)),
    ];
  }

  #fieldsWithDocs(anchor: AnchorName, name: string): readonly Property[] {
    const { fields }: Anchor = ANCHORS[anchor];
    const { target } = this.#source.resolve(referenceTo(name));
    const all = target.kind === 'union' ? [] : propertiesBelow(this.#source, referenceTo(name));
    if (!fields) return [];
    const other = anchor === 'SubscriptionFilter' ? this.#otherFilters(name) : [];
    return all.filter((property) => {
      if (other.includes(property.name)) return false;
      const owner = this.#source.ownerOf(property) ?? '';
      return owner === name || !this.#anchors.has(owner);
    });
  }

  /** Returns the filters that are the concern of the notifications that they select, or decisions of their own. */
  #otherFilters(name: string): readonly string[] {
    const read = new Set(filtersOfFeatures(this.#source).map((property) => property.name));
    return [...(this.#lines.objectNamed(name)?.keys() ?? [])].filter((filter) => !read.has(filter));
  }

  /** Returns the docs of the definition that is the type of a property, if it is not an anchor. */
  #docsBelow({ name, type }: Property): readonly Documented[] {
    const declaration = type.kind === 'reference' ? this.#source.findType(type.name) : undefined;
    const isOther = declaration === undefined || name === '_meta' || this.#anchors.has(declaration.name);
    return isOther ? [] : docsOf(declaration);
  }
}
