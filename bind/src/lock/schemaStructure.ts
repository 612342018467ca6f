/** Finds what differs between two schemas, and was not found where their shapes were compared. */

import { contractDigest } from '@mcp-gen/sdk/host';
import { joinPath, type ShapeDifference } from '../compiler.js';
import type { SchemaPlace } from './schemaPlaces.js';
import { CLOSED, NOTED_KEYWORDS, OTHERS, TEXT_KEYWORDS } from './toShape.js';

type Places = ReadonlyMap<string, SchemaPlace>;

/** A place where schemas differ in other things than text. */
export interface StructureDifference {
  readonly place: SchemaPlace;
  /** The keyword that differs. Absent if only one of the schemas has the place. */
  readonly keyword?: string;
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
  for (const place of was.values()) if (!is.has(place.pointer) && isWhole(place, is)) found.push({ place });
  for (const place of is.values()) {
    const before = was.get(place.pointer);
    if (before === undefined) {
      if (isWhole(place, was)) found.push({ place });
    } else {
      for (const keyword of new Set([...before.keywords.keys(), ...place.keywords.keys()])) {
        if (TEXT_KEYWORDS.has(keyword)) continue;
        const [from, to] = [before.keywords.get(keyword), place.keywords.get(keyword)];
        if (normal(keyword, from) === normal(keyword, to)) continue;
        found.push({
          place,
          keyword,
          ...(keyword === 'required' && { names: namesIn(from, to) }),
        });
      }
    }
  }
  return found;
}

/** Returns the paths of those differences that no difference of shapes tells of. */
export function unexplained(
  structure: readonly StructureDifference[],
  shapes: readonly ShapeDifference[],
): ReadonlySet<string> {
  const told = new Told(shapes);
  return new Set(structure.filter((each) => !told.explains(each)).map(({ place }) => place.path));
}

/** What differences of shapes tell of, by path. */
class Told {
  readonly #byPath = new Map<string, ShapeDifference[]>();

  constructor(shapes: readonly ShapeDifference[]) {
    for (const difference of shapes) {
      const others = this.#byPath.get(difference.path);
      if (others === undefined) this.#byPath.set(difference.path, [difference]);
      else others.push(difference);
    }
  }

  explains({ place, keyword, names = [] }: StructureDifference): boolean {
    const { path, kind } = place;
    if (kind === 'other') return this.#hasNote(path, OTHERS);
    if (keyword === undefined) {
      // A definition changes nothing by itself: its references are compared.
      return kind === 'definition' || this.#hasShape(path) || (kind === 'walked' && this.#isReplaced(path));
    }
    if (keyword === 'required' && kind !== 'alternative')
      return names.every((name) => this.#hasShape(joinPath(path, name)));
    // Definitions are compared by their types alone: of equal types, all else may differ.
    if (keyword === '$ref') return this.#at(path).some(({ rule }) => UNLIKE.has(rule));
    if (SHAPED.has(keyword)) return this.#hasShape(path);
    if (kind === 'alternative') return false;
    if (keyword === 'deprecated') return this.#at(path).some(({ rule }) => rule.endsWith('deprecated'));
    if (keyword === 'additionalProperties') return this.#hasNote(path, CLOSED);
    return this.#hasNote(path, NOTED_KEYWORDS.has(keyword) ? keyword : OTHERS);
  }

  #at(path: string): readonly ShapeDifference[] {
    return this.#byPath.get(path) ?? [];
  }

  #hasShape(path: string): boolean {
    return this.#at(path).some(({ rule }) => rule !== 'keyword-changed' && !rule.endsWith('deprecated'));
  }

  #hasNote(path: string, name: string): boolean {
    const isNote = (text = ''): boolean => text.startsWith(`${name} `) || text === `no ${name}`;
    return this.#at(path).some(({ rule, was, is }) => rule === 'keyword-changed' && (isNote(was) || isNote(is)));
  }

  /** Whether a place that contains the path has become another type, is new, or is gone. */
  #isReplaced(path: string): boolean {
    for (let end = path.length - 1; end > 0; end--) {
      const isEnd = path[end] === '.' || path[end] === '[';
      if (isEnd && this.#at(path.slice(0, end)).some(({ rule }) => REPLACED.test(rule))) return true;
    }
    return false;
  }
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
