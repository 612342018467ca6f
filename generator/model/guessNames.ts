/** Guesses under which name a revision declares what the compiler reads meaning from. */

import { ANCHORS, type Anchor, type AnchorName, type Names } from './anchors.js';
import type { Declaration } from './declarations.js';
import { Definitions } from './definitions.js';
import type { Facts } from './facts.js';
import { hasAnchor, propertiesBelow, referenceTo } from './places.js';
import { NOT_DECLARED, partsIn } from './subjects.js';

/** How alike two declarations must be, from 0 to 1. */
const ALIKE = 0.5;

/**
 * Returns the names of a revision that is not decided yet: those of the revision before, and for each anchor that it had and that is missing
 * now, the declaration with the most similar fields or members.
 */
export function guessNames({ names, subjects }: Facts, declarations: readonly Declaration[]): Names {
  const known = new Definitions(declarations, names);
  const guessed = new Map(Object.entries(names));
  for (const anchor of Object.keys(ANCHORS) as AnchorName[]) {
    const recorded = subjects[`names/${anchor}`];
    if (recorded === undefined || recorded.value === NOT_DECLARED.value || hasAnchor(anchor, known)) continue;
    const found = candidateFor(anchor, partsIn(recorded), known);
    if (found === undefined) guessed.delete(anchor);
    else guessed.set(anchor, found);
  }
  return Object.fromEntries(guessed);
}

function candidateFor(anchor: AnchorName, wanted: readonly string[], definitions: Definitions): string | undefined {
  const { propertyOf, pattern }: Anchor = ANCHORS[anchor];
  if (pattern) return patternOf(definitions);
  const candidates =
    propertyOf === undefined
      ? definitions.types.map(({ name }) => ({ name, parts: partsOf(name, definitions) }))
      : partsOf(definitions.nameOf(propertyOf as AnchorName), definitions).map((name) => ({ name, parts: [] }));
  const free = candidates.filter(({ name }) => !Object.hasOwn(ANCHORS, name));
  const same = free.filter((each) => hasSameConstants(wanted, each.parts));
  const fitting = ENVELOPES.has(anchor) ? same.filter(({ name }) => !isMadeFrom(wanted, name, definitions)) : same;
  const scored = fitting.map((each) => ({ ...each, score: alike(wanted, each.parts) + wordsAlike(anchor, each.name) }));
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= ALIKE ? best.name : undefined;
}

/** The envelopes of responses, which those of certain responses extend. */
const ENVELOPES: ReadonlySet<AnchorName> = new Set(['JSONRPCErrorResponse', 'JSONRPCError', 'JSONRPCResultResponse']);

/** Returns whether a declaration extends one that fits, too: a certain error, for example, is not the envelope of errors. */
function isMadeFrom(wanted: readonly string[], name: string, definitions: Definitions): boolean {
  const declaration = definitions.findType(name);
  const bases = declaration?.kind === 'interface' ? declaration.bases : [];
  return bases.some((base) => hasSameConstants(wanted, partsOf(base.name, definitions)));
}

function hasSameConstants(a: readonly string[], b: readonly string[]): boolean {
  const [constants, others] = [a, b].map((parts) => parts.filter((part) => part.includes('=')).sort());
  return JSON.stringify(constants) === JSON.stringify(others);
}

/** Returns the pattern of the declarations that have a result, if they are not named by the usual one: `XResponse`. */
function patternOf(definitions: Definitions): string | undefined {
  const endings = definitions.types.flatMap(({ name, kind }) => {
    const base = definitions.types.find((each) => each.name.endsWith('Request') && name.startsWith(stem(each.name)));
    const isResponse = kind === 'interface' && partsOf(name, definitions).includes('result');
    return isResponse && base ? [name.slice(stem(base.name).length)] : [];
  });
  const [ending, ...others] = new Set(endings);
  return ending !== undefined && ending !== '' && others.length === 0 ? `X${ending}` : undefined;
}

function stem(request: string): string {
  return request.slice(0, -'Request'.length);
}

/** Returns the names of the fields of an object, with constant values, or the names and values of the members of a union. */
export function partsOf(name: string, definitions: Definitions): readonly string[] {
  if (!definitions.findType(name)) return [];
  const { target } = definitions.resolve(referenceTo(name));
  if (target.kind === 'union') {
    return target.members.flatMap((member) => {
      if (member.kind === 'literal') return [JSON.stringify(member.value)];
      return member.kind === 'reference' || member.kind === 'primitive' ? [member.name] : [];
    });
  }
  return propertiesBelow(definitions, referenceTo(name)).map(({ name: field, type }) => {
    if (type.kind === 'literal') return `${field}=${type.value}`;
    return type.kind === 'typeof' ? `${field}=${definitions.constantValue(type.name)}` : field;
  });
}

/** Returns the part of two sets that they share, from 0 to 1. */
function alike(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((each) => b.includes(each)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : shared / all;
}

/** Returns how alike two names are, by their words, from 0 to 0.9: similar fields count more. */
function wordsAlike(a: string, b: string): number {
  return 0.9 * alike(wordsOf(a), wordsOf(b));
}

function wordsOf(name: string): readonly string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
}
