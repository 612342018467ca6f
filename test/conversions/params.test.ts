/** What translation adds to the params of requests that servers answer. Where no middleware reads them, they are not translated. */

import { expect, test } from 'vitest';
import { REQUESTS, sentBy } from '../../sdk/src/registry.js';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { convertersOf, subjectsOf, valuesOf } from './subjects.js';

const VALUES = 100;
const SEED = 20261122;
const ANSWERED: readonly string[] = sentBy('client', REQUESTS).map(([method]) => method);

test.each(SUPPORTED_REVISIONS)(
  'params of requests that a server answers differ in `_meta` alone (%s)',
  async (revision) => {
    const convert = await convertersOf(revision);
    const subjects = subjectsOf(revision, SEED).filter(
      ({ method, conversion: { part, direction } }) =>
        ANSWERED.includes(method) && part === 'params' && direction === 'toAuthor',
    );
    expect(subjects.length).toBeGreaterThan(5);
    for (const subject of subjects) {
      const changed = [...valuesOf(subject, VALUES, SEED)].filter(({ value }) => {
        const { value: converted } = convert(subject, value);
        return JSON.stringify(withoutMeta(converted)) !== JSON.stringify(withoutMeta(value ?? {}));
      });
      expect(changed, subject.method).toEqual([]);
    }
  },
);

function withoutMeta(value: unknown): unknown {
  const { _meta, ...others } = value as { readonly _meta?: unknown };
  return others;
}
