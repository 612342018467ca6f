/** Checks that the capabilities which docs name can be declared. */

import { CAPABILITIES } from '../../model/anchors.js';
import { isDeclared } from '../../model/places.js';
import type { Found } from '../finding.js';
import type { Subject } from '../subject.js';

/** "the `sampling.tools` capability", "capability `tools`", "`capabilities.tools`", "ClientCapabilities.tools". */
const NAMED = [
  /`([a-z][\w.]*)`\s+capabilit(?:y|ies)\b/g,
  /\bcapabilit(?:y|ies)\s+`([a-z][\w.]*)`/g,
  /\b(?:c|[a-zA-Z]+C)apabilities\.([a-z][\w.]*\w)/g,
] as const;

export function checkCapabilities({ sites, source }: Subject): readonly Found[] {
  const sides = Object.values(CAPABILITIES).map((each) => source.nameOf(each));
  if (!sides.some((each) => source.findType(each))) return [];
  return sites.flatMap(({ at, words, docs, place }) => {
    const text = [words, ...docs.tags.map((tag) => tag.text)].join('\n');
    const named = new Set(NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = '']) => path)));
    return [...named]
      .filter((path) => !/^(?:extensions|experimental)\b/.test(path))
      .filter(
        (path) =>
          !sides.some((side) => isDeclared(source, `${side}.${path.replace(/^(?:client|server|capabilities)\./, '')}`)),
      )
      .map((path) => {
        const message = `The docs of ${at} name the capability ${path}, which neither ${sides.join(' nor ')} declares`;
        return { rule: 'capability-not-declared', at, message, place } as const;
      });
  });
}
