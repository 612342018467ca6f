/** What the compiler reads meaning from is found under another name, and nothing else is taken for it. */

import { expect, test } from 'vitest';
import { ANCHORS } from '../../../generator/model/anchors.js';
import { factsOf } from '../../../generator/model/facts.js';
import { guessNames } from '../../../generator/model/guessNames.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { rename } from '../../edits/change.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

/** Returns the names that are guessed if a revision follows one with other names. */
function guessed(before: string, text: string): object {
  return guessNames(factsOf(before, TABLES), readTypeScript(text, 'schema.ts'));
}

test.each(REVISION_IDS.slice(1).map((id, at) => [id, REVISION_IDS[at] ?? '']))(
  '%s has the names of %s, or none for what it does not have',
  (id, before) => {
    expect(guessed(before, schemaText(id))).toEqual({});
  },
);

const NEWEST = '2026-07-28';
const declared = Object.keys(ANCHORS).filter((name) =>
  new RegExp(`^export \\w+ ${name}\\b`, 'm').test(schemaText(NEWEST)),
);

test.each([...declared.map((name) => [name, `Wire${name}`]), ['JSONRPCResultResponse', 'JSONRPCSuccess']])(
  '%s is found as %s',
  (anchor = '', name = '') => {
    expect(guessed(NEWEST, rename(anchor, name)(schemaText(NEWEST)))).toEqual({ [anchor]: name });
  },
);
