/** Checks docs themselves: comments that are not docs, links, deprecations, and keys of `_meta`. */

import { tagText } from '../../model/declarations.js';
import { propertiesIn } from '../../model/definitions.js';
import { propertiesBelow } from '../../model/places.js';
import type { Found } from '../finding.js';
import { quote, sentencesOf } from '../prose.js';
import { isInternal, type Site, type Subject } from '../subject.js';

export function checkDocs(subject: Subject): readonly Found[] {
  return [
    ...subject.sites.flatMap((site) => [...comments(site), ...links(site, subject), ...deprecations(site)]),
    ...metaKeys(subject),
  ];
}

/** Shorter comments are rarely descriptions. */
const LEAST_CHARACTERS = 20;

function comments({ at, docs, declaration, place }: Site): readonly Found[] {
  const { text, comments = '' } = docs;
  if (text !== '' || comments.length < LEAST_CHARACTERS || isInternal(declaration)) return [];
  const message = `The comment on ${at} is not a doc comment: ${quote(comments.replaceAll(/\s+/g, ' '))}`;
  return [{ rule: 'comment-not-in-docs', at, message, place }];
}

function links({ at, words, docs, place }: Site, { source }: Subject): readonly Found[] {
  const text = [words, ...docs.tags.map((tag) => tag.text)].join('\n');
  const targets = new Set(
    [...text.matchAll(/\{@link\s+([\p{ID_Start}_$][\p{ID_Continue}$]*)(?=[\s.|}#[])/gu)].map(([, name = '']) => name),
  );
  return [...targets]
    .filter((name) => !source.find(name))
    .map((name) => ({
      rule: 'link-broken',
      at,
      message: `The docs of ${at} link to ${name}, which is not declared`,
      place,
    }));
}

const REMEDY =
  /\b(?:use|instead|replac\w*|see|migrat\w*|favou?r|supersed\w*|renamed|moved|remove[ds]?|SEP-\d+|registry|because|since|will)\b|\{@link/i;
const DEPRECATED = /^[*_`]*deprecated\b|\bis (?:now )?deprecated\b/i;

function deprecations({ at, docs, words, declaration, place }: Site): readonly Found[] {
  const text = tagText(docs, 'deprecated');
  if (text !== undefined) {
    if (REMEDY.test(text)) return [];
    const message = `${at} is deprecated, and its docs do not say what to use instead${text === '' ? '' : `: ${quote(text)}`}`;
    return [{ rule: 'deprecated-without-remedy', at, message, place }];
  }
  if (tagText(declaration.docs, 'deprecated') !== undefined) return [];
  const sentence = sentencesOf(words).find((each) => DEPRECATED.test(each));
  if (sentence === undefined) return [];
  return [
    {
      rule: 'deprecated-without-tag',
      at,
      message: `${at} has no tag @deprecated, but its docs say: ${quote(sentence)}`,
      place,
    },
  ];
}

function metaKeys({ source, protocol }: Subject): readonly Found[] {
  if (!protocol.metadataKeys) return [];
  const found = new Map<string, Found>();
  for (const declaration of source.types) {
    for (const { type } of propertiesIn(declaration).filter(({ name }) => name === '_meta')) {
      for (const { name: at, place } of propertiesBelow(source, type)) {
        if (at.includes('/') || found.has(at)) continue;
        const message = `The key ${at} of _meta has no prefix`;
        found.set(at, { rule: 'meta-key-without-prefix', at, message, place });
      }
    }
  }
  return [...found.values()];
}
