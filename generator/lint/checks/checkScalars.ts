/** Checks strings, numbers, and nulls that the JSON Schema describes less exactly than names, docs, or types. */

import type { TypeNode } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';
import { findDoubts } from '../../model/doubts.js';
import { isFractional, keywordOf } from '../../model/keywords.js';
import type { Found } from '../finding.js';
import type { RuleId } from '../lintRules.js';
import type { Site, Subject } from '../subject.js';

export function checkScalars({ source, sites }: Subject): readonly Found[] {
  return [
    ...doubts(source),
    ...sites.flatMap((site) => [
      ...formats(site, source),
      ...schemaNumbers(site, source),
      ...nullOrAbsent(site, source),
    ]),
  ];
}

/** The rules of the doubts that the compiler asks about, by what their decisions begin with, and their guess. */
const RULES: { readonly [kind: string]: RuleId } = {
  'numbers integer': 'integer-in-json-schema',
  'numbers number': 'number-for-integer',
  'nulls accepted': 'null-not-in-json-schema',
  'formats not checked': 'format-unknown',
};

function doubts(source: Definitions): readonly Found[] {
  return findDoubts(source, []).map(({ decision, value, problem, place }) => {
    const [kind = '', at = ''] = /^([^/]*)\/(.*)$/s.exec(decision)?.slice(1) ?? [];
    const rule = RULES[`${kind} ${value}`];
    if (rule === undefined) throw new Error(`No rule for the decision ${decision}`);
    return { rule, at, message: problem, place };
  });
}

/** What a name or the docs of a string say about its format. */
const FORMATS: readonly (readonly [format: string, name: RegExp, words: RegExp])[] = [
  ['uri-template', /^uriTemplate$|UriTemplate$/, /\bRFC ?6570\b/i],
  ['uri', /^(?:uri|url|href)$|(?:Uri|Url|URI|URL)$/, /^(?:an?|the) (?:optional )?(?:URI|URL|URL or data URI)\b/i],
  ['date-time', /(?:Timestamp|DateTime)$/, /\bISO[ -]?8601\b|\bRFC ?3339\b/i],
  ['byte', /^base64/i, /\bbase64[- ]encoded\b|\bencoded (?:as|in) base64\b/i],
];

function formats({ at, docs, words, property, type, place }: Site, source: Definitions): readonly Found[] {
  if (!property || type === undefined) return [];
  const { target, aliases } = source.resolve(type);
  if (target.kind !== 'primitive' || target.name !== 'string') return [];
  const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
  if (tags.some((tag) => ['format', 'pattern'].includes(keywordOf(tag) ?? ''))) return [];
  const found = FORMATS.find(([, name, pattern]) => name.test(property.name) || pattern.test(words));
  if (!found) return [];
  const [format, name] = found;
  const reason = name.test(property.name) ? 'its name says' : 'its docs say';
  return [
    { rule: 'format-missing', at, message: `${at} is a string without a format, but ${reason} ${format}`, place },
  ];
}

/** A property of an object that describes numbers, such as the JSON Schema `{ type: 'number', minimum: 0.5 }`. */
const OF_NUMBERS = /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|default|const)$/;

function schemaNumbers({ at, docs, property, type, declaration, place }: Site, source: Definitions): readonly Found[] {
  if (!property || type?.kind !== 'primitive' || type.name !== 'number' || declaration.kind !== 'interface') return [];
  if (!OF_NUMBERS.test(property.name) || isFractional(type, docs)) return [];
  const tag = source.propertyNamed(declaration, 'type')?.type;
  const isOfNumbers = tag !== undefined && literalsOf(tag).includes('number');
  if (!isOfNumbers) return [];
  const message = `${at} is an integer in the JSON Schema, but ${declaration.name} describes numbers`;
  return [{ rule: 'integer-in-json-schema', at, message, place }];
}

function literalsOf(type: TypeNode): readonly unknown[] {
  if (type.kind === 'union') return type.members.flatMap(literalsOf);
  return type.kind === 'literal' ? [type.value] : [];
}

function nullOrAbsent({ at, words, property, type, place }: Site, source: Definitions): readonly Found[] {
  if (property?.optional !== true || type === undefined || /\bnull\b/i.test(words)) return [];
  const { target } = source.resolve(type);
  const members = target.kind === 'union' ? target.members : [];
  if (!members.some((member) => member.kind === 'primitive' && member.name === 'null')) return [];
  return [
    {
      rule: 'null-or-absent',
      at,
      message: `${at} may be null or absent, and its docs do not say what null means`,
      place,
    },
  ];
}
