/** Checks error codes: their ranges, their names, and whether all are declared. */

import { groupBy } from '../../collections.js';
import { literalOf } from '../../analyze/discriminate.js';
import { mentions } from '../../analyze/mentions.js';
import { codesOf, type DeclaredCode } from '../../model/vocabulary.js';
import type { Found } from '../finding.js';
import { sentencesOf } from '../prose.js';
import type { Subject } from '../subject.js';

export function checkErrorCodes(subject: Subject): readonly Found[] {
  const codes = codesOf(subject.source);
  return [
    ...codes.flatMap(reserved),
    ...doubled(codes),
    ...doubledTypes(subject),
    ...notDeclared(subject, codes),
    ...withoutType(subject),
  ];
}

/** The end of the range of JSON-RPC itself. The codes that it defines are 100 apart: parse errors, and errors of requests. */
const LAST_OF_JSON_RPC = -32_100;

/** Codes that implementations used before the protocol had codes of its own: its policy leaves them to implementations. */
const OF_IMPLEMENTATIONS = { minimum: -32_019, maximum: -32_000 };

/** The names of the codes that JSON-RPC defines. */
const DEFINED = /^(?:ParseError|InvalidRequest|MethodNotFound|InvalidParams|InternalError|Parse|Internal)$/;

function reserved({ name: at, value, place }: DeclaredCode): readonly Found[] {
  if (value <= LAST_OF_JSON_RPC) {
    if (DEFINED.test(at)) return [];
    return [
      { rule: 'error-code-reserved', at, message: `The code ${value} of ${at} is reserved for JSON-RPC itself`, place },
    ];
  }
  if (value < OF_IMPLEMENTATIONS.minimum || value > OF_IMPLEMENTATIONS.maximum) return [];
  const message = `The code ${value} of ${at} is one that implementations already use for errors of their own`;
  return [{ rule: 'error-code-reserved', at, message, place }];
}

function doubled(codes: readonly DeclaredCode[]): readonly Found[] {
  return [...groupBy(codes, ({ value }) => value)].flatMap(([value, [first, ...others]]) =>
    others.map(({ name: at, place }) => {
      return {
        rule: 'error-code-doubled',
        at,
        message: `${at} has the code ${value}, which is that of ${first?.name}`,
        place,
      } as const;
    }),
  );
}

/** Returns the errors that have the code of another error. */
function doubledTypes({ sites, source }: Subject): readonly Found[] {
  const typed = sites.flatMap(({ property, type, declaration }) => {
    const value = property?.name === 'code' && type ? literalOf(type, source) : undefined;
    return typeof value === 'number' ? [{ declaration, value }] : [];
  });
  return [...groupBy(typed, ({ value }) => value)].flatMap(([value, [first, ...others]]) =>
    others.map(({ declaration: { name: at, place } }) => {
      const message = `${at} has the code ${value}, which is that of ${first?.declaration.name}`;
      return { rule: 'error-code-doubled', at, message, place } as const;
    }),
  );
}

/** Docs about ranges of codes, and about codes of other revisions. */
const EARLIER =
  /-32\d{3}\W+(?:to|and|through) \W*-32\d{3}|\b(?:earlier|previous|former|older|replaced|no longer|reserved)\b/i;

function notDeclared({ sites }: Subject, codes: readonly DeclaredCode[]): readonly Found[] {
  const known = new Set(codes.map(({ value }) => value));
  if (known.size === 0) return [];
  return sites.flatMap(({ at, words, place }) => {
    const stated = sentencesOf(words).filter((sentence) => !EARLIER.test(sentence));
    const all = stated.flatMap((sentence) => sentence.match(/(?<![\w.])-32\d{3}\b/g) ?? []);
    return [...new Set(all)]
      .filter((code) => !known.has(Number(code)))
      .map((code) => {
        const message = `The docs of ${at} name the error code ${code}, which is not declared`;
        return { rule: 'error-code-not-declared', at, message, place } as const;
      });
  });
}

function withoutType({ source }: Subject): readonly Found[] {
  const mentioned = new Set(source.types.flatMap((each) => [...mentions(each)]));
  const constants = source.constants.filter(({ value }) => codesOf(source).some((code) => code.value === value));
  const typed = constants.filter(({ name }) => mentioned.has(name));
  if (typed.length === 0) return [];
  return constants
    .filter(({ name }) => !mentioned.has(name))
    .map(({ name: at, place }) => {
      const message = `No type has the code ${at}, unlike ${typed.length} other codes`;
      return { rule: 'error-without-type', at, message, place };
    });
}
