/** Compares the text in schemas, which models read. */

import { escaped, type SchemaPlace } from './schemaPlaces.js';
import { SHAPE_KEYWORDS, TEXT_KEYWORDS } from './toShape.js';

/** A text that differs, with its JSON Pointer. */
export interface TextDifference {
  readonly path: string;
  readonly was?: string;
  readonly is?: string;
}

type Places = ReadonlyMap<string, SchemaPlace>;

/** Lists the texts that differ. Text that was removed together with its schema is not listed, because models no longer read it. */
export function textDifferences(was: Places, is: Places): readonly TextDifference[] {
  const [before, now] = [textsOf(was), textsOf(is)];
  const removed = [...before].filter(([path, { schema }]) => !now.has(path) && is.has(schema));
  return [
    ...removed.map(([path, { text }]) => ({ path, was: text })),
    ...[...now].flatMap(([path, { text }]) => {
      const earlier = before.get(path)?.text;
      if (earlier === text) return [];
      return [{ path, ...(earlier !== undefined && { was: earlier }), is: text }];
    }),
  ];
}

function textsOf(places: Places): ReadonlyMap<string, { readonly text: string; readonly schema: string }> {
  const texts = new Map<string, { text: string; schema: string }>();
  for (const { pointer: schema, keywords } of places.values()) {
    const isText = (keyword: string): boolean => TEXT_KEYWORDS.has(keyword) || !SHAPE_KEYWORDS.has(keyword);
    const waiting = [...keywords]
      .filter(([keyword]) => isText(keyword) || keyword === 'default')
      .map(([keyword, value]) => ({
        path: `${schema}/${escaped(keyword)}`,
        value,
        isText: isText(keyword),
      }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { path, value, isText: isAll } = next;
      if (typeof value === 'object' && value !== null) {
        for (const [key, each] of Object.entries(value)) {
          waiting.push({
            path: `${path}/${escaped(key)}`,
            value: each as unknown,
            isText: isAll,
          });
        }
      } else if (isAll || typeof value === 'string') texts.set(path, { text: JSON.stringify(value), schema });
    }
  }
  return texts;
}
