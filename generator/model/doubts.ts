/**
 * Finds values whose meaning a schema leaves in doubt: numbers whose docs contradict the JSON Schema, nulls that the JSON Schema omits, and
 * formats that nobody checks. Each is a decision.
 */

import type { Place } from '../problems.js';
import { wordsOf, type Docs, type TypeDeclaration, type TypeNode } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { Erratum } from './errata.js';
import { isFormat } from './formats.js';
import { isFractional, keywordOf } from './keywords.js';
import { limitsOf } from './limits.js';

/** A value in doubt. */
export interface Doubt {
  /** The decision: `numbers/Usage.share`. */
  readonly decision: string;
  /** The guess, in a word: `integer`. */
  readonly value: string;
  /** What the schema states there. */
  readonly states: string;
  /** What contradicts it. */
  readonly problem: string;
  /** What to do if the guess is wrong. */
  readonly otherwise: string;
  readonly docs: string;
  readonly place: Place;
}

/** Words of docs about fractions. Some of them may mean integers, too: it is better to ask. */
const FRACTIONS = new RegExp(
  [
    String.raw`\b(?:non-integers?|fractions?|fractional|decimals?|real numbers?|floating[- ]point|floats?|double[- ]precision)\b`,
    String.raw`\b(?:probabilit(?:y|ies)|likelihoods?|confidence|percent(?:age)?s?|ratios?|proportions?|normali[sz]ed|sub-?seconds?)\b|%`,
    String.raw`\b\d+\.\d+\b`,
    // From 0 to 1: "0-1", "zero to one", "between 0 (never) and 1 (always)", "[0, 1]", "0 <= p <= 1".
    String.raw`\b(?:0|zero)(?: \([^)]*\))?(?: *(?:-|–|—|\.{2,3}|…|~) *| (?:and|to|through|up to) )(?:1|one)\b(?![.,]?\d)`,
    String.raw`[[(] *0 *[,;] *1 *[\])]`,
    String.raw`\b0 *(?:<=?|≤) *\w+ *(?:<=?|≤) *1\b(?![.,]?\d)`,
  ].join('|'),
  'i',
);
const INTEGERS = /\b(integers?|whole numbers?)\b/i;

/** Returns the values in doubt, in the order of the schema. A place with an erratum is not in doubt. */
export function findDoubts(definitions: Definitions, errata: readonly Erratum[]): readonly Doubt[] {
  const corrected = new Set(errata.map(({ place }) => place));
  return definitions.types.flatMap((declaration) => {
    const doubts: Doubt[] = [];
    const visit = (type: TypeNode, docs: Docs, place: string, at: Place): void => {
      if (!corrected.has(place)) doubts.push(...doubtsAt(type, docs, place, at, definitions, declaration));
      visitBelow(type, docs, place, at);
    };
    /** Docs are about the elements of an array, and the values of a map, too. Tags are not. */
    const visitBelow = (type: TypeNode, { tags: _, ...stated }: Docs, place: string, at: Place): void => {
      const docs = { ...stated, tags: [] };
      if (type.kind === 'object') {
        for (const each of type.properties) visit(each.type, each.docs, `${place}.${each.name}`, each.place);
        if (type.index) visit(type.index, docs, `${place}.*`, at);
      } else if (type.kind === 'array') visit(type.element, docs, `${place}[]`, at);
      else if (type.kind === 'union' || type.kind === 'intersection') {
        for (const member of type.members) visitBelow(member, docs, place, at);
      }
    };
    const { name, docs, place } = declaration;
    if (declaration.kind === 'alias') visit(declaration.type, docs, name, place);
    else {
      for (const each of declaration.properties) visit(each.type, each.docs, `${name}.${each.name}`, each.place);
      if (declaration.index) visit(declaration.index, docs, `${name}.*`, place);
    }
    return doubts;
  });
}

function doubtsAt(
  type: TypeNode,
  docs: Docs,
  place: string,
  at: Place,
  definitions: Definitions,
  declaration: TypeDeclaration,
): readonly Doubt[] {
  const number = numberIn(type, docs, definitions);
  const text = wordsOf(docs);
  const doubts: Doubt[] = [];
  if (number === 'integer' && (FRACTIONS.test(text) || isFromZeroToOne(docs))) {
    doubts.push({
      decision: `numbers/${place}`,
      value: number,
      states: 'integer, with docs about fractions',
      problem: `The number ${place} is an integer in the JSON Schema, but its docs speak of fractions`,
      otherwise: fractionRemedy(place, declaration),
      docs: text,
      place: at,
    });
  }
  if (number === 'number' && INTEGERS.test(text) && !FRACTIONS.test(text)) {
    doubts.push({
      decision: `numbers/${place}`,
      value: number,
      states: 'number, with docs about integers',
      problem: `The number ${place} may have a fraction, but its docs speak of integers`,
      otherwise: 'remove the tag "@TJS-type number"',
      docs: text,
      place: at,
    });
  }
  if (omitsNull(type, docs, definitions)) {
    doubts.push({
      decision: `nulls/${place}`,
      value: 'accepted',
      states: 'null, which the JSON Schema omits',
      problem: `${place} may be null, which the JSON Schema omits`,
      otherwise: `${isProperty(place, declaration) ? 'add the tag "@nullable", or ' : ''}remove null from the type`,
      docs: /\bnull\b/i.test(text) ? text : '',
      place: at,
    });
  }
  const format = docs.tags.find((tag) => keywordOf(tag) === 'format')?.text;
  if (format !== undefined && number === undefined && !isFormat(format)) {
    doubts.push({
      decision: `formats/${place}`,
      value: 'not checked',
      states: `format ${format}`,
      problem: `The format ${JSON.stringify(format)} of ${place} is unknown, and not checked`,
      otherwise: 'use a known format, or a "@pattern"',
      docs: '',
      place: at,
    });
  }
  return doubts;
}

/** Returns whether tags limit a number to the values between 0 and 1: only two of them are integers. */
function isFromZeroToOne(docs: Docs): boolean {
  const { minimum, exclusiveMinimum = minimum, maximum, exclusiveMaximum = maximum } = limitsOf(docs);
  return exclusiveMinimum === 0 && exclusiveMaximum === 1;
}

/** Returns how to allow fractions at a place. Tags say nothing about the elements of an array, and the values of a map. */
function fractionRemedy(place: string, declaration: TypeDeclaration): string {
  const holder = place.replace(/(\[\]|\.\*)+$/, '');
  if (isProperty(place, declaration)) return 'add the tag "@TJS-type number", or an erratum with the kind "fractional"';
  // An erratum corrects a whole alias, or a property outside of arrays and maps.
  const isReached = holder === declaration.name ? declaration.kind === 'alias' : !/\[\]|\.\*/.test(holder);
  return isReached
    ? `add an erratum with the kind "fractional" for ${holder}`
    : `declare the type of ${holder} as an alias, and add an erratum with the kind "fractional" for it`;
}

/** Returns whether a place is that of a property, whose doc comment can have tags. */
function isProperty(place: string, { name }: TypeDeclaration): boolean {
  return place !== name && !/(\[\]|\.\*)$/.test(place);
}

/**
 * Returns whether null is a member of the type at a place, and its JSON Schema leaves it out, as that of any union. Unions with a name are
 * places of their own.
 */
function omitsNull(type: TypeNode, docs: Docs, definitions: Definitions): boolean {
  if (docs.tags.some(({ name }) => name === 'nullable')) return false;
  const members = membersOf(type).map((member) => definitions.resolve(member).target);
  const isOf = (...names: readonly string[]) =>
    members.some((each) => each.kind === 'primitive' && names.includes(each.name));
  return members.length > 1 && isOf('null') && !isOf('unknown', 'any');
}

/** Returns the members of a union, or the type itself. */
function membersOf(type: TypeNode): readonly TypeNode[] {
  return type.kind === 'union' ? type.members.flatMap(membersOf) : [type];
}

/**
 * Returns what the numbers of a type are. Undefined if it has none.
 *
 * @param seen the unions that were checked: several can share their members
 */
function numberIn(
  type: TypeNode,
  docs: Docs,
  definitions: Definitions,
  seen: Set<TypeNode> = new Set(),
): 'integer' | 'number' | undefined {
  const { target, aliases } = definitions.resolve(type);
  if (target.kind === 'union') {
    if (seen.has(target)) return undefined;
    seen.add(target);
    return target.members.map((member) => numberIn(member, docs, definitions, seen)).find((each) => each !== undefined);
  }
  if (target.kind !== 'primitive' || target.name !== 'number') return undefined;
  const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
  return isFractional(target, { text: '', tags }) ? 'number' : 'integer';
}
