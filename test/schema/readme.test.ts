/** What README says of the revisions is what the model has. */

import { expect, test } from 'vitest';
import { compileText, readProjectFile, REVISION_IDS, schemaText } from '../support/schemas.js';

test('the table of revisions', () => {
  const [, table = ''] = /<!-- revisions -->(.*?)<!-- end -->/s.exec(readProjectFile('README.md')) ?? [];
  const lines = table.trim().split('\n');
  const cells = lines.map((line) => line.split('|').slice(1, -1));
  const [header, , ...rows] = cells.map((line) => line.map((cell) => cell.trim()));
  expect(header).toEqual(['revision', 'era', 'batches', 'definitions', 'requests', 'notifications']);
  expect(rows).toEqual(REVISION_IDS.map(rowOf));
});

function rowOf(revision: string): readonly string[] {
  const { era, batching, source, requests, notifications } = compileText(schemaText(revision), revision);
  const counts = [source.types, requests, notifications].map(({ length }) => String(length));
  return [revision, era, batching ? 'yes' : 'no', ...counts];
}
