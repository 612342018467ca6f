/** Compares what docs say about the values of a property with its type: limits, defaults, and literals. */

import type { TypeNode } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';
import { keywordOf } from '../../model/keywords.js';
import { allLimits, type LimitedType, type LimitName } from '../../model/limits.js';
import type { Found } from '../finding.js';
import { quote, sentencesOf } from '../prose.js';
import type { Site, Subject } from '../subject.js';

export function checkValues({ sites, source }: Subject): readonly Found[] {
  return sites.flatMap((site) => [...limits(site, source), ...defaults(site, source), ...literals(site, source)]);
}

const AMOUNT = String.raw`(?:\d[\d,._]*|one|two|three)`;

/** How docs state each limit. A type has the first one that fits. */
const STATED: readonly (readonly [LimitedType, readonly LimitName[], RegExp])[] = [
  [
    'number',
    ['minimum', 'exclusiveMinimum'],
    /\bnon-?negative\b|\b(?:must|shall) be (?:a )?positive\b|\bpositive (?:integer|number)\b/i,
  ],
  [
    'number',
    ['minimum', 'exclusiveMinimum'],
    new RegExp(String.raw`\b(?:between|from|range(?: of)?) \W*-?${AMOUNT}\W*(?:\([^()]*\) )?(?:and|to)\b`, 'i'),
  ],
  [
    'number',
    ['minimum', 'exclusiveMinimum'],
    new RegExp(
      String.raw`\b(?:at least|minimum (?:value )?(?:of|is)|greater than(?: or equal to)?|no less than) \W*-?${AMOUNT}\b`,
      'i',
    ),
  ],
  [
    'number',
    ['maximum', 'exclusiveMaximum'],
    new RegExp(
      String.raw`\b(?:at most|maximum (?:value )?(?:of|is)|less than(?: or equal to)?|no more than|(?:must|shall) not exceed) \W*-?${AMOUNT}\b`,
      'i',
    ),
  ],
  [
    'string',
    ['maxLength', 'pattern'],
    new RegExp(
      String.raw`\b(?:at most|up to|no (?:more|longer) than|maximum (?:length )?(?:of|is)|(?:must|shall) not exceed) ${AMOUNT} (?:unicode )?(?:characters|bytes)\b`,
      'i',
    ),
  ],
  [
    'string',
    ['minLength', 'pattern'],
    new RegExp(
      String.raw`\b(?:must|shall) (?:not be (?:empty|an empty string)|be (?:a )?non-?empty)\b|\bnon-?empty string\b|\bat least ${AMOUNT} characters?\b`,
      'i',
    ),
  ],
  [
    'string',
    ['pattern'],
    /\b(?:must|shall) (?:consist of|contain only|start with|begin with|end with|match (?:the )?(?:regular expression|pattern|regex))\b/i,
  ],
  [
    'array',
    ['maxItems'],
    new RegExp(
      String.raw`\b(?:at most|up to|no more than|maximum (?:length )?(?:of|is)|(?:must|shall) not (?:exceed|have more than|contain more than)) ${AMOUNT} (?:items?|entries|elements?|values?|results?)\b|\bat most ${AMOUNT}\.?$`,
      'i',
    ),
  ],
  [
    'array',
    ['minItems'],
    new RegExp(
      String.raw`\b(?:must|shall) (?:not be empty|be non-?empty|(?:have|contain) at least ${AMOUNT})\b|\bnon-?empty (?:array|list)\b|\bat least ${AMOUNT} (?:items?|entr(?:y|ies)|elements?|values?)\b`,
      'i',
    ),
  ],
  [
    'array',
    ['uniqueItems'],
    /\b(?:must|shall) (?:be unique|not (?:contain|have) duplicates|not be repeated)\b|\bunique (?:items|values|entries|elements)\b/i,
  ],
];

function limits({ at, docs, words, type, place }: Site, source: Definitions): readonly Found[] {
  if (type === undefined || words === '') return [];
  const { target, aliases } = source.resolve(type);
  const known = allLimits(docs, aliases);
  const hasFormat = [docs, ...aliases.map((alias) => alias.docs)].some(({ tags }) =>
    tags.some((tag) => keywordOf(tag) === 'format'),
  );
  const sentences = sentencesOf(words);
  return STATED.flatMap(([of, names, pattern]): readonly Found[] => {
    if (!isOf(target, of) || names.some((name) => known[name] !== undefined)) return [];
    if (of === 'string' && hasFormat) return [];
    const sentence = sentences.find((each) => pattern.test(each));
    if (sentence === undefined) return [];
    const tags = names.map((name) => `@${name}`);
    const message = `The docs of ${at} state a limit, which no tag ${tags.join(' or ')} repeats: ${quote(sentence)}`;
    return [{ rule: 'limit-only-in-docs', at, message, place }];
  }).slice(0, 1);
}

function isOf(target: { readonly kind: string; readonly name?: string }, of: LimitedType): boolean {
  return target.kind === 'array' ? of === 'array' : target.kind === 'primitive' && target.name === of;
}

/** "Default: true", "defaults to 5", "(default 5)". */
const DEFAULT =
  /\bdefaults? to (?!the\b|an?\b|its\b)["'`]*[\w.-]+|\bdefaults? to an empty (?:array|list|object|string)\b|\bdefault(?: value)?(?:: ?| is | of )["'`]*[\w.-]+|\(default:? ["'`]*[\w.-]+/i;

function defaults({ at, docs, words, property, type, place }: Site, source: Definitions): readonly Found[] {
  if (!property || type === undefined || property.name === 'default') return [];
  if (docs.tags.some((tag) => keywordOf(tag) === 'default')) return [];
  const { target } = source.resolve(type);
  if (target.kind === 'interface' || target.kind === 'object' || target.kind === 'record') return [];
  const sentence = sentencesOf(words).find((each) => DEFAULT.test(each));
  if (sentence === undefined) return [];
  const message = `The docs of ${at} state a default, which no tag @default repeats: ${quote(sentence)}`;
  return [{ rule: 'default-only-in-docs', at, message, place }];
}

/** Words that announce all possible values. Examples ("such as") are not all. */
const CHOICE =
  /\b(?:one of|either|must be|shall be|(?:valid|possible|allowed|supported|permitted) values|values are|can be)\b/i;
const EXAMPLE = /\b(?:such as|e\.g|for example|for instance|including|like)\b/i;
/** A value in quotes: `"light"`, '`light`'. */
const VALUE = /(?<![\w"'`])(?:`"|"`|["'`])([a-z][\w-]*)(?:"`|`"|["'`])(?![\w"'`])/gi;

function valuesIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(VALUE)].map(([, value = '']) => value);
}

function literals({ at, words, type, property, place }: Site, source: Definitions): readonly Found[] {
  if (type === undefined || words === '') return [];
  const { target } = source.resolve(type);
  const sentences = sentencesOf(words);
  if (target.kind === 'primitive' && target.name === 'string' && property) {
    const sentence = sentences.find(
      (each) => CHOICE.test(each) && !EXAMPLE.test(each) && new Set(valuesIn(each)).size > 1,
    );
    if (sentence === undefined) return [];
    const message = `${at} is any string, but its docs list its values: ${quote(sentence)}`;
    return [{ rule: 'values-only-in-docs', at, message, place }];
  }
  const values = stringsOf(type, source);
  if (values === undefined || values.length < 2) return [];
  const listed = itemsOf(words);
  // Docs that list most of the values as items mean all of them.
  const isList = listed.filter((each) => values.includes(each)).length * 2 >= values.length;
  const unknown = isList ? listed.find((each) => !values.includes(each)) : undefined;
  if (unknown === undefined) return [];
  const message = `The docs of ${at} describe the value "${unknown}", but its values are ${values.join(', ')}`;
  return [{ rule: 'value-not-in-type', at, message, place }];
}

/** Returns what begins the lines of a list in docs: `accept` of `- "accept": the user agreed`. */
function itemsOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, value] = /^\s*[-*]\s+[*_`"']{0,4}([a-z][\w-]*)[*_`"']{0,4}(?:\s*[:(\u2013\u2014-])/i.exec(line) ?? [];
    return value === undefined ? [] : [value];
  });
}

/** Returns the values of a type that has only strings. Undefined if it has others. */
export function stringsOf(type: TypeNode, source: Definitions): readonly string[] | undefined {
  const { target } = source.resolve(type);
  if (target.kind === 'literal') return typeof target.value === 'string' ? [target.value] : undefined;
  if (target.kind !== 'union') return undefined;
  const values = target.members.map((member) => stringsOf(member, source));
  return values.every((each) => each !== undefined) ? values.flat() : undefined;
}
