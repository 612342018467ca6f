/** Revisions that are compiled together, or that programs have anyway, have different protocol versions. */

import { expect, test } from 'vitest';
import { checkVersions } from '../../../generator/model/protocolVersion.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { compileText } from '../../support/compileText.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const RELEASE = compileText(schemaText('2026-07-28'), '2026-07-28');

const draft = (revision: string, protocolVersion: string) => ({ ...RELEASE, revision, protocolVersion });

function problemsOf(...protocols: Parameters<typeof checkVersions>[0]): readonly string[] {
  try {
    checkVersions(protocols, TABLES);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return error.problems.map(({ message, remedy }) => `${message}. ${remedy}`);
  }
}

test('each has its own', () => {
  expect(problemsOf(RELEASE, draft('draft', 'DRAFT-1'), draft('later', 'DRAFT-2'))).toEqual([]);
});

test('two drafts have one', () => {
  expect(problemsOf(draft('draft', 'DRAFT-1'), draft('later', 'DRAFT-1'))).toEqual([
    'The protocol version of later is DRAFT-1, like that of draft. Give later another "protocolVersion" in revisions.json.',
  ]);
});

test.each(['2026-07-28', '2024-11-05'])('a draft has that of %s, which is not compiled', (version) => {
  expect(problemsOf(draft('draft', version))).toEqual([
    `The protocol version of draft is ${version}, like that of ${version}. Give draft another "protocolVersion" in revisions.json.`,
  ]);
});
