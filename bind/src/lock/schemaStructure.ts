/** Finds what differs between two schemas, and was not found where their shapes were compared. */

import { contractDigest } from '@mcp-gen/sdk/host';
import { joinPath, type ShapeDifference } from '../compiler.js';
import type { DriftClass } from './rules.js';
import type { SchemaPlace } from './schemaPlaces.js';
import { CLOSED, NOTED_KEYWORDS, OTHERS, TEXT_KEYWORDS } from './toShape.js';

type Places = ReadonlyMap<string, SchemaPlace>;

/** A place where schemas differ in other things than text. */
export interface StructureDifference {
  readonly place: SchemaPlace;
  /** The keyword that differs. Absent if only one of the schemas has the place. */
  readonly keyword?: string;
  /** Whether only the newer schema has the place. */
  readonly isNew?: boolean;
  /** Whether only one of the schemas has the keyword. */
  readonly isPartial?: boolean;
  /** The properties that are required by one of them only, where `required` differs. */
  readonly names?: readonly string[];
}

/** Keywords that shapes express by themselves. */
const SHAPED = new Set(['type', 'enum', 'const', 'minimum', 'maximum', 'minItems', 'maxItems']);

/** Keywords whose values are sets. */
const UNORDERED = new Set(['required', 'enum', 'type']);

/** Rules of types that are not each other's. */
const UNLIKE = new Set(['type-replaced', 'member-added', 'member-removed']);

const REPLACED = /^(type|member|covered-member)-|-field-(added|removed)$/;

/** Lists what differs beside text. The order of `required`, `enum`, and `type` does not count, nor `additionalProperties: true`. */
export function structureDifferences(was: Places, is: Places): readonly StructureDifference[] {
  const found: StructureDifference[] = [];
  // What stands in a schema that the other one does not have is a part of that difference.
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
 * Returns those differences that no difference of shapes tells of.
 *
 * @param places the schemas of both
 */
export function unexplained(
  structure: readonly StructureDifference[],
  shapes: readonly ClassifiedDifference[],
  places: readonly Places[],
): readonly StructureDifference[] {
  const told = new Told(shapes, places);
  return structure.filter((each) => !told.explains(each));
}

/** Rules of types that were compared as a whole, without what their parts say beside their shapes. */
const INEXACT = /^(type|member|covered-member|literal)-/;

/** What stands in an alternative of `oneOf`: a value that fits two of them fits none. */
const EXCLUSIVE = /\/oneOf\/\d+(\/|$)/;

/** What differences of shapes tell of, by path. Those that are compatible tell of what they compare exactly, and of nothing else. */
class Told {
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
      // A definition changes nothing by itself: its references are compared.
      if (kind === 'definition') return true;
      if (place.isProperty === true) return this.#hasField(path) || (kind === 'walked' && this.#isReplaced(path, true));
      if (EXCLUSIVE.test(pointer)) return this.#at(path).some((each) => each.class !== 'compatible');
      return this.#hasShape(path) || (kind === 'walked' && this.#isReplaced(path, false));
    }
    if (keyword === 'required' && kind !== 'alternative')
      return names.every((name) => this.#hasShape(joinPath(path, name)));
    // Definitions are compared by their types alone: of equal types, all else may differ.
    if (keyword === '$ref') return this.#at(path).some(({ rule }) => UNLIKE.has(rule));
    if (SHAPED.has(keyword)) {
      // Without a type, a schema of objects takes all else, too.
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

  /** Whether a property that is new or gone is told of. */
  #hasField(path: string): boolean {
    return this.#breaks(path) || this.#at(path).some(({ rule }) => /-field-(added|removed)$/.test(rule));
  }

  /** Whether a difference is serious in itself, or says all that differs. */
  #isSettled({ rule, path, class: of }: ClassifiedDifference): boolean {
    return of !== 'compatible' || !INEXACT.test(rule) || !this.#hasNotesWithin(path);
  }

  /** Whether the parts of a type say more than shapes compare: bounds of the length of a string, for example. */
  #hasNotesWithin(path: string): boolean {
    const known = this.#withNotes.get(path);
    if (known !== undefined) return known;
    const isPart = (place: SchemaPlace): boolean =>
      place.path === path
        ? place.kind === 'alternative' || place.pointer.includes('/allOf/')
        : [`${path}.`, `${path}[`].some((start) => place.path.startsWith(start));
    const found = this.#places.some((places) => [...places.values()].some((each) => isPart(each) && saysMore(each)));
    this.#withNotes.set(path, found);
    return found;
  }

  #hasNote(path: string, name: string): boolean {
    const isNote = (text = ''): boolean => text.startsWith(`${name} `) || text === `no ${name}`;
    return this.#at(path).some(({ rule, was, is }) => rule === 'keyword-changed' && (isNote(was) || isNote(is)));
  }

  /**
   * Whether a place that contains the path has become another type, is new, or is gone.
   *
   * @param isProperty whether the place is a property, which only a breaking difference of the whole tells of
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

/** Whether a schema says something that shapes do not express. */
function saysMore({ kind, keywords }: SchemaPlace): boolean {
  if (kind === 'other') return true;
  return [...keywords].some(([keyword, value]) => {
    if (TEXT_KEYWORDS.has(keyword) || SHAPED.has(keyword) || keyword === 'required') return false;
    return !(keyword === 'additionalProperties' && value === true);
  });
}

function normal(keyword: string, value: unknown): string {
  if (value === undefined || (keyword === 'additionalProperties' && value === true)) return '';
  if (!UNORDERED.has(keyword) || !Array.isArray(value)) return contractDigest({ value });
  return contractDigest({
    value: value.map((each) => contractDigest({ value: each as unknown })).sort(),
  });
}

/** Returns the strings that only one of two lists has. */
function namesIn(was: unknown, is: unknown): readonly string[] {
  const [before, now] = [was, is].map((value) => (Array.isArray(value) ? (value as unknown[]) : []));
  const only = (some: unknown[] = [], others: unknown[] = []): unknown[] => {
    const known = new Set(others);
    return some.filter((name) => !known.has(name));
  };
  return [...only(before, now), ...only(now, before)].filter((name) => typeof name === 'string');
}
