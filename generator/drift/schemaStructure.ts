/** Finds differences between two schemas that the comparison of shapes does not cover. */

import { joinPath } from '../analyze/describeShape.js';
import type { ShapeDifference } from '../analyze/diffShapes.js';
import { canonicalJson } from './canonicalJson.js';
import type { DriftClass } from './driftRules.js';
import type { SchemaPlace } from './schemaPlaces.js';
import { CLOSED, NOTED_KEYWORDS, OTHERS, TEXT_KEYWORDS } from './toShape.js';

type Places = ReadonlyMap<string, SchemaPlace>;

/** A location where schemas differ, other than in text. */
export interface StructureDifference {
  readonly place: SchemaPlace;
  /** The keyword that differs. Undefined if only one of the schemas has the location. */
  readonly keyword?: string;
  /** Whether only the newer schema has the location. */
  readonly isNew?: boolean;
  /** Whether only one of the schemas has the keyword. */
  readonly isPartial?: boolean;
  /** For `required`: the properties that only one of the schemas requires. */
  readonly names?: readonly string[];
}

/** Keywords that shapes express. */
const SHAPED = new Set(['type', 'enum', 'const', 'minimum', 'maximum', 'minItems', 'maxItems']);

/** Keywords whose values are sets. */
const UNORDERED = new Set(['required', 'enum', 'type']);

/** Rules for types that are not assignable to each other. */
const UNLIKE = new Set(['type-replaced', 'member-added', 'member-removed']);

const REPLACED = /^(type|member|covered-member)-|-field-(added|removed)$/;

/** Lists the differences other than text. Ignores the order of `required`, `enum`, and `type`, and `additionalProperties: true`. */
export function structureDifferences(was: Places, is: Places): readonly StructureDifference[] {
  const found: StructureDifference[] = [];
  // Locations inside a schema that only one side has are part of that difference.
  const isWhole = (place: SchemaPlace, others: Places): boolean =>
    place.parent === undefined || others.has(place.parent);
  for (const place of was.values())
    if (!is.has(place.pointer) && isWhole(place, is)) found.push({ place, isNew: false });
  for (const place of is.values()) {
    const before = was.get(place.pointer);
    if (before === undefined) {
      if (isWhole(place, was)) found.push({ place, isNew: true });
    } else {
      for (const keyword of new Set([...before.keywords.keys(), ...place.keywords.keys()])) {
        if (TEXT_KEYWORDS.has(keyword)) continue;
        const [from, to] = [before.keywords.get(keyword), place.keywords.get(keyword)];
        if (normal(keyword, from) === normal(keyword, to)) continue;
        found.push({
          place,
          keyword,
          isPartial: from === undefined || to === undefined,
          ...(keyword === 'required' && { names: namesIn(from, to) }),
        });
      }
    }
  }
  return found;
}

/** A difference of shapes, and its class. */
export type ClassifiedDifference = ShapeDifference & { readonly class: DriftClass };

/**
 * Returns the differences that no difference of shapes covers.
 *
 * @param places the subschemas of both
 */
export function unexplained(
  structure: readonly StructureDifference[],
  shapes: readonly ClassifiedDifference[],
  places: readonly Places[],
): readonly StructureDifference[] {
  const explained = new ExplainedDifferences(shapes, places);
  return structure.filter((each) => !explained.explains(each));
}

/** Rules for types that were compared as a whole, without the keywords of their parts. */
const INEXACT = /^(type|member|covered-member|literal)-/;

/** A location in an alternative of `oneOf`: a value that matches two of them is invalid. */
const EXCLUSIVE = /\/oneOf\/\d+(\/|$)/;

/** The locations that differences of shapes cover. A compatible difference only covers what it compares exactly. */
class ExplainedDifferences {
  readonly #byPath = new Map<string, ClassifiedDifference[]>();
  readonly #places: readonly Places[];
  readonly #withNotes = new Map<string, boolean>();

  constructor(shapes: readonly ClassifiedDifference[], places: readonly Places[]) {
    this.#places = places;
    for (const difference of shapes) {
      const others = this.#byPath.get(difference.path);
      if (others === undefined) this.#byPath.set(difference.path, [difference]);
      else others.push(difference);
    }
  }

  explains({ place, keyword, isPartial = false, names = [] }: StructureDifference): boolean {
    const { path, kind, pointer } = place;
    if (kind === 'other') return this.#hasNote(path, OTHERS);
    if (keyword === undefined) {
      // A definition alone has no effect: its references are compared.
      if (kind === 'definition') return true;
      if (place.isProperty === true) return this.#hasField(path) || (kind === 'walked' && this.#isReplaced(path, true));
      if (EXCLUSIVE.test(pointer)) return this.#at(path).some((each) => each.class !== 'compatible');
      return this.#hasShape(path) || (kind === 'walked' && this.#isReplaced(path, false));
    }
    if (keyword === 'required' && kind !== 'alternative')
      return names.every((name) => this.#hasShape(joinPath(path, name)));
    // Definitions are compared by their types only: with equal types, the rest may differ.
    if (keyword === '$ref') return this.#at(path).some(({ rule }) => UNLIKE.has(rule));
    if (SHAPED.has(keyword)) {
      // Without a type, a schema of objects also accepts other values.
      const isSerious = EXCLUSIVE.test(pointer) || (keyword === 'type' && isPartial);
      return isSerious ? this.#breaks(path) : this.#hasShape(path);
    }
    if (kind === 'alternative') return false;
    if (keyword === 'deprecated') return this.#at(path).some(({ rule }) => rule.endsWith('deprecated'));
    if (keyword === 'additionalProperties') return this.#hasNote(path, CLOSED);
    return this.#hasNote(path, NOTED_KEYWORDS.has(keyword) ? keyword : OTHERS);
  }

  #at(path: string): readonly ClassifiedDifference[] {
    return this.#byPath.get(path) ?? [];
  }

  #hasShape(path: string): boolean {
    return this.#at(path).some(
      (each) => each.rule !== 'keyword-changed' && !each.rule.endsWith('deprecated') && this.#isSettled(each),
    );
  }

  #breaks(path: string): boolean {
    return this.#at(path).some((each) => each.class === 'breaking');
  }

  /** Returns whether a new or removed property is covered. */
  #hasField(path: string): boolean {
    return this.#breaks(path) || this.#at(path).some(({ rule }) => /-field-(added|removed)$/.test(rule));
  }

  /** Returns whether a difference is serious, or covers everything that differs. */
  #isSettled({ rule, path, class: of }: ClassifiedDifference): boolean {
    return of !== 'compatible' || !INEXACT.test(rule) || !this.#hasNotesWithin(path);
  }

  /** Returns whether parts of a type have keywords that shapes do not compare, such as a minimum length. */
  #hasNotesWithin(path: string): boolean {
    const known = this.#withNotes.get(path);
    if (known !== undefined) return known;
    const isPart = (place: SchemaPlace): boolean =>
      place.path === path
        ? place.kind === 'alternative' || place.pointer.includes('/allOf/')
        : [`${path}.`, `${path}[`].some((start) => place.path.startsWith(start));
    const found = this.#places.some((places) =>
      [...places.values()].some((each) => isPart(each) && hasOtherKeywords(each)),
    );
    this.#withNotes.set(path, found);
    return found;
  }

  #hasNote(path: string, name: string): boolean {
    const isNote = (text = ''): boolean => text.startsWith(`${name} `) || text === `no ${name}`;
    return this.#at(path).some(({ rule, was, is }) => rule === 'keyword-changed' && (isNote(was) || isNote(is)));
  }

  /**
   * Returns whether an enclosing location has changed its type, is new, or was removed.
   *
   * @param isProperty whether the location is a property, which only a breaking difference of the enclosing type covers
   */
  #isReplaced(path: string, isProperty: boolean): boolean {
    const replaces = (each: ClassifiedDifference): boolean =>
      REPLACED.test(each.rule) && this.#isSettled(each) && (each.class === 'breaking' || !isProperty);
    for (let end = path.length - 1; end > 0; end--) {
      const isEnd = path[end] === '.' || path[end] === '[';
      if (isEnd && this.#at(path.slice(0, end)).some(replaces)) return true;
    }
    return false;
  }
}

/** Returns whether a schema has keywords that shapes do not express. */
function hasOtherKeywords({ kind, keywords }: SchemaPlace): boolean {
  if (kind === 'other') return true;
  return [...keywords].some(([keyword, value]) => {
    if (TEXT_KEYWORDS.has(keyword) || SHAPED.has(keyword) || keyword === 'required') return false;
    return !(keyword === 'additionalProperties' && value === true);
  });
}

function normal(keyword: string, value: unknown): string {
  if (value === undefined || (keyword === 'additionalProperties' && value === true)) return '';
  if (!UNORDERED.has(keyword) || !Array.isArray(value)) return canonicalJson(value);
  return canonicalJson({
    value: value.map((each) => canonicalJson(each as unknown)).sort(),
  });
}

/** Returns the strings that only one of two arrays has. */
function namesIn(was: unknown, is: unknown): readonly string[] {
  const [before, now] = [was, is].map((value) => (Array.isArray(value) ? (value as unknown[]) : []));
  const only = (some: unknown[] = [], others: unknown[] = []): unknown[] => {
    const known = new Set(others);
    return some.filter((name) => !known.has(name));
  };
  return [...only(before, now), ...only(now, before)].filter((name) => typeof name === 'string');
}
