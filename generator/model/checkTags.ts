/** Checks the tags that limit values: each has a valid value, and means the same in every target. */

import type { ProblemList } from '../problems.js';
import type {
  AliasDeclaration,
  Declaration,
  Docs,
  PrimitiveName,
  Property,
  Tag,
  TypeDeclaration,
  TypeNode,
} from './declarations.js';
import { partsOf, propertiesIn, type Definitions } from './definitions.js';
import { keywordOf, keywordsOf } from './keywords.js';
import { entriesOf, isAsStrict, isLimit, LIMITS, limitsOf, RANGES, type LimitedType, type Limits } from './limits.js';
import { problemOfPattern } from './linearPattern.js';

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The keywords that state types. The types of generated code are those of the declaration. */
const TYPE_KEYWORDS: ReadonlySet<string> = new Set(['additionalProperties', 'contains', 'enum', 'items', '$ref']);

/** How to write the value of each kind of keyword. */
const VALUES = {
  count: { what: 'a number of 0 or more without a fraction', example: '1' },
  number: { what: 'a number', example: '1' },
  divisor: { what: 'a number above 0 with a finite binary fraction', example: '0.5' },
  pattern: { what: 'a string', example: '^[a-z]+$' },
  flag: { what: 'true or false', example: 'true' },
} as const;

/** Something with a doc comment. */
type Documented = Declaration | Property;

/** Adds a problem for every tag whose value is invalid, and for tags that contradict each other. Names need not be declared. */
export function checkTagValues(declarations: readonly Declaration[], problems: ProblemList): void {
  for (const { docs, place } of documented(declarations)) {
    const tags = docs.tags.flatMap((tag) => {
      const name = keywordOf(tag);
      return name === undefined ? [] : [{ ...tag, keyword: name }];
    });
    const seen = new Set<string>();
    for (const tag of tags) {
      const { keyword } = tag;
      if (TYPE_KEYWORDS.has(keyword)) {
        problems.add(
          place,
          `@${tag.name} would change the type in the JSON Schema only`,
          'Write the type in TypeScript.',
        );
      }
      if (keyword === 'ignore') {
        problems.add(
          place,
          `@${tag.name} would remove it from the JSON Schema only`,
          'Remove the tag, or the declaration.',
        );
      }
      if (!isLimit(keyword) && keyword !== 'format' && keyword !== 'type') continue;
      if (seen.has(keyword)) problems.add(place, `@${keyword} is stated twice`, 'Keep one.');
      seen.add(keyword);
      const wrong = isLimit(keyword) ? problemOfValue(tag, keyword) : undefined;
      if (wrong) problems.add(place, wrong.message, wrong.remedy);
    }
    const limits = limitsOf(docs);
    for (const message of contradictions(limits)) problems.add(place, message, 'Correct one of the two.');
  }
}

/** Adds a problem for every tag that means nothing at its place, or not the same in every target. */
export function checkTagPlaces(definitions: Definitions, problems: ProblemList): void {
  const checker = new PlaceChecker(definitions, problems);
  for (const each of documented(definitions.all)) checker.check(each);
}

function documented(declarations: readonly Declaration[]): readonly Documented[] {
  return declarations.flatMap((declaration): readonly Documented[] =>
    declaration.kind === 'constant' ? [declaration] : [declaration, ...propertiesIn(declaration)],
  );
}

interface Wrong {
  readonly message: string;
  readonly remedy: string;
}

function problemOfValue({ name, text }: Tag, keyword: keyof typeof LIMITS): Wrong | undefined {
  const { value: kind } = LIMITS[keyword];
  const { what, example } = VALUES[kind];
  const value = keywordsOf({ text: '', tags: [{ name, text }] })[keyword];
  if (!isValue(kind, value, text)) {
    const message = `@${name} is not ${what}: ${JSON.stringify(text)}`;
    return { message, remedy: `Write only ${what}, for example "@${name} ${example}".` };
  }
  const problem = kind === 'pattern' ? problemOfPattern(String(value)) : undefined;
  if (problem === undefined) return undefined;
  return {
    message: `The pattern ${JSON.stringify(value)} ${problem}`,
    remedy:
      'Begin it with "^", and write it so that each string matches in at most one way: without nested repetitions, and with different ' +
      'characters after each repetition.',
  };
}

function isValue(kind: keyof typeof VALUES, value: unknown, text: string): boolean {
  const isNumber = typeof value === 'number' && NUMBER.test(text) && Number.isFinite(value);
  switch (kind) {
    case 'count':
      return isNumber && Number.isSafeInteger(value) && value >= 0;
    case 'number':
      return isNumber;
    case 'divisor':
      // Other fractions are not exact in binary: 0.3 would not be a multiple of 0.1.
      return isNumber && value > 0 && Number.isSafeInteger(value * 2 ** 20);
    case 'pattern':
      return typeof value === 'string' && value !== '';
    case 'flag':
      return typeof value === 'boolean';
  }
}

/** Returns the pairs of limits that no value keeps. */
function contradictions(limits: Limits): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits;
  const pairs = RANGES.flatMap(([least, most]) => {
    const [from, to] = [limits[least], limits[most]];
    return from !== undefined && to !== undefined && from > to
      ? [[`@${least} ${from}`, `@${most} ${to}`] as const]
      : [];
  });
  const strict = [
    ['exclusiveMinimum', exclusiveMinimum, 'maximum', maximum],
    ['exclusiveMinimum', exclusiveMinimum, 'exclusiveMaximum', exclusiveMaximum],
    ['minimum', minimum, 'exclusiveMaximum', exclusiveMaximum],
  ] as const;
  const open = strict.flatMap(([least, from, most, to]) =>
    from !== undefined && to !== undefined && from >= to ? [[`@${least} ${from}`, `@${most} ${to}`] as const] : [],
  );
  return [...pairs, ...open].map(([a, b]) => `No value is allowed by ${a} and ${b}`);
}

class PlaceChecker {
  readonly #definitions: Definitions;
  readonly #problems: ProblemList;

  constructor(definitions: Definitions, problems: ProblemList) {
    this.#definitions = definitions;
    this.#problems = problems;
  }

  check(documented: Documented): void {
    const { docs } = documented;
    this.#unions(documented);
    if (docs.tags.every((tag) => keywordOf(tag) === undefined && tag.name !== 'nullable')) {
      if (isAliasOfName(documented)) this.#restated(documented, documented.type);
      return;
    }
    this.#types(documented);
    if ('kind' in documented) this.#declaration(documented);
    else this.#property(documented);
  }

  /** Limits and formats concern the values of one type, which must be possible at the place. */
  #types(documented: Documented): void {
    const possible = this.#typesOf(documented);
    const stated = documented.docs.tags.flatMap((tag): readonly [string, LimitedType][] => {
      const keyword = keywordOf(tag);
      if (keyword === undefined) return [];
      if (keyword === 'format') return [[`@format ${tag.text}`, tag.text === 'int' ? 'number' : 'string']];
      return isLimit(keyword) ? [[`@${tag.name}`, LIMITS[keyword].of]] : [];
    });
    for (const [tag, type] of stated) {
      if (possible.has(type)) continue;
      const message = `${tag} says nothing about ${documented.name}, which is never ${type === 'array' || type === 'object' ? 'an' : 'a'} ${type}`;
      this.#problems.add(documented.place, message, 'Remove the tag, or correct the type.');
    }
  }

  /** The JSON Schema of a union has neither the names of primitives nor of other unions, nor their limits. */
  #unions(documented: Documented): void {
    if ('kind' in documented && documented.kind !== 'alias') return;
    const { type, docs } = documented;
    const own = limitsOf(docs);
    visitUnions(type, (part) => {
      for (const member of part.members) {
        const { target, aliases } = this.#definitions.resolve(member);
        if (target.kind !== 'primitive' && target.kind !== 'union') continue;
        const lost = aliases.flatMap((alias) =>
          entriesOf(limitsOf(alias.docs)).map((limit) => [alias, ...limit] as const),
        );
        for (const [alias, name, value] of lost) {
          if (part === type && own[name] === value) continue;
          const message = `@${name} ${value} of ${alias.name} would be missing in the JSON Schema of the union`;
          this.#problems.add(
            member.place,
            message,
            `Repeat "@${name} ${value}" at the property or the alias of the union.`,
          );
        }
      }
    });
  }

  #declaration(declaration: Declaration): void {
    const { docs, place } = declaration;
    if (docs.tags.some(({ name }) => name === 'nullable') || docs.tags.some((tag) => keywordOf(tag) === 'type')) {
      this.#problems.add(
        place,
        `@nullable and @TJS-type say nothing about a declaration`,
        'Write the tag at the properties with this type.',
      );
    }
    if (declaration.kind !== 'alias') return;
    const { target } = this.#definitions.resolve(declaration.type);
    const isNamed = target.kind === 'interface';
    const limits = limitsOf(docs);
    if (isAliasOfName(declaration)) this.#restated(declaration, declaration.type);
    if (entriesOf(limits).length === 0) return;
    if (!isNamed && (declaration.type.kind !== 'reference' || isInlined(target))) return;
    const message = `The limits of ${declaration.name} are not in the JSON Schema, because it is another name of a type with a name`;
    this.#problems.add(place, message, 'Write them at the type itself, or at the properties with this type.');
  }

  #property(property: Property): void {
    const { docs, place, type, name } = property;
    const { target, aliases } = this.#definitions.resolve(type);
    const limits = limitsOf(docs);
    for (const alias of aliases) this.#checkStricter(property, limits, alias);
    const stated = docs.tags.find((tag) => keywordOf(tag) === 'type');
    if (stated) {
      const isNumber =
        target.kind === 'primitive' && target.name === 'number' && /^(number|integer)$/.test(stated.text);
      const isSame = target.kind === 'primitive' && target.name === stated.text;
      if (!isNumber && !isSame) {
        const message = `@${stated.name} ${stated.text} is not the type of ${name}`;
        this.#problems.add(
          place,
          message,
          'Write the type in TypeScript. The tag states only whether a number may have a fraction.',
        );
      }
      // The tag replaces the whole schema of the type, with its limits.
      this.#restated(property, type);
    }
    const isNullable = docs.tags.some((tag) => tag.name === 'nullable');
    if (!isNullable) return;
    if (this.#includes(type, ['unknown', 'any'])) {
      const message = `With @nullable, the JSON Schema of ${name} accepts nothing but null`;
      this.#problems.add(place, message, 'Remove the tag: the type accepts null without it.');
    } else if (!this.#includes(type, ['null'])) {
      this.#problems.add(place, `@nullable is not in the type of ${name}`, 'Write "| null" in TypeScript, too.');
    }
  }

  /** Checks that a doc comment states every limit of the aliases behind it, which the JSON Schema does not repeat. */
  #restated(documented: Documented & { readonly docs: Docs }, type: TypeNode): void {
    const { aliases } = this.#definitions.resolve(type);
    const own = limitsOf(documented.docs);
    for (const alias of aliases) {
      const missing = entriesOf(limitsOf(alias.docs)).filter(([name]) => own[name] === undefined);
      for (const [name, value] of missing) {
        const message = `@${name} ${value} of ${alias.name} would be missing in the JSON Schema of ${documented.name}`;
        this.#problems.add(documented.place, message, `Repeat "@${name} ${value}" here.`);
      }
      if ('kind' in documented) this.#checkStricter(documented, own, alias);
    }
  }

  /** A limit that is less strict than that of an alias has no effect, but it would replace it in the JSON Schema. */
  #checkStricter({ place }: Documented, limits: Limits, alias: AliasDeclaration): void {
    const stated = limitsOf(alias.docs);
    for (const [name, value] of entriesOf(limits)) {
      const other = stated[name];
      if (other === undefined || isAsStrict(name, value, other)) continue;
      const message = `@${name} ${value} is not stricter than @${name} ${other} of ${alias.name}`;
      this.#problems.add(place, message, `Remove it, or change ${alias.name}.`);
    }
  }

  #typesOf(documented: Documented): ReadonlySet<LimitedType> {
    if (!('kind' in documented) || documented.kind === 'alias') return new Set(this.#limited(documented.type));
    return new Set(documented.kind === 'interface' ? ['object'] : []);
  }

  /** Returns the types of values that keywords can limit. */
  #limited(type: TypeNode): readonly LimitedType[] {
    const { target } = this.#definitions.resolve(type);
    switch (target.kind) {
      case 'primitive':
        if (target.name === 'unknown' || target.name === 'any') return ['string', 'number', 'array', 'object'];
        return target.name === 'string' || target.name === 'number' || target.name === 'object' ? [target.name] : [];
      case 'array':
        return ['array'];
      case 'union':
      case 'intersection':
        return target.members.flatMap((member) => this.#limited(member));
      case 'interface':
      case 'object':
      case 'record':
        return ['object'];
      case 'literal':
      case 'typeof':
        return [];
    }
  }

  /** Returns whether a type is one of some primitives, or a union with one of them. */
  #includes(type: TypeNode, names: readonly PrimitiveName[]): boolean {
    const { target } = this.#definitions.resolve(type);
    if (target.kind === 'union') return target.members.some((member) => this.#includes(member, names));
    return target.kind === 'primitive' && names.includes(target.name);
  }
}

/** Returns whether a declaration is another name of a type. */
function isAliasOfName(documented: Documented): documented is AliasDeclaration {
  return 'kind' in documented && documented.kind === 'alias' && documented.type.kind === 'reference';
}

/** Returns whether the JSON Schema has the type itself wherever it is used, instead of its name. */
function isInlined({ kind }: TypeNode | TypeDeclaration): boolean {
  return kind === 'primitive' || kind === 'array' || kind === 'literal' || kind === 'typeof';
}

/** Calls `visit` with each union in a type, without those in properties of object types: these have doc comments of their own. */
function visitUnions(type: TypeNode, visit: (union: TypeNode & { readonly kind: 'union' }) => void): void {
  if (type.kind === 'union') visit(type);
  const parts = type.kind === 'object' ? (type.index ? [type.index] : []) : partsOf(type);
  for (const part of parts) visitUnions(part, visit);
}
