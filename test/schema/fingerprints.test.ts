/** The schemas say what the official ones say: every definition has the official fingerprints, with no exception. */

import { describe, expect, test } from 'vitest';
import { fingerprintsOf } from '../../generator/model/fingerprints.js';
import { deriveText } from '../support/compileText.js';
import { expectCommitted } from '../support/golden.js';
import { readProjectFile, REVISIONS, schemaText } from '../support/schemas.js';

describe.each(REVISIONS)('revision $revision', ({ revision, definitions }) => {
  const official = JSON.parse(readProjectFile(`schema/${revision}/fingerprints.json`)) as unknown;

  test(`all ${definitions} definitions have the official fingerprints`, () => {
    const derived = fingerprintsOf(JSON.parse(deriveText(schemaText(revision), revision)));
    expect(Object.keys(derived)).toHaveLength(definitions);
    expect(derived).toEqual(official);
  });

  test('the committed schema.json is the derived one', async () => {
    const text = deriveText(schemaText(revision), revision);
    await expectCommitted('schema', [{ path: `${revision}/schema.json`, text }], 'npm run generate');
  });
});

test('over all revisions these are 553 definitions', () => {
  const all = REVISIONS.flatMap(({ revision }) =>
    Object.keys(JSON.parse(readProjectFile(`schema/${revision}/fingerprints.json`)) as object),
  );
  expect(all).toHaveLength(553);
});

/** Small changes to the schema of 2025-03-26, and the definitions whose fingerprints must change with them. */
const CHANGES = [
  ['a property goes', 'Tool', '  description?: string;\n', '', ['Tool']],
  ['a property becomes required', 'Tool', 'description?: string', 'description: string', ['Tool']],
  ['a nested property becomes required', 'Tool', 'required?: string[]', 'required: string[]', ['Tool']],
  ['a property becomes optional', 'Root', 'uri: string', 'uri?: string', ['Root']],
  ['a property is renamed', 'Implementation', 'version: string', 'release: string', ['Implementation']],
  ['a type changes', 'ModelHint', 'name?: string', 'name?: number', ['ModelHint']],
  ['an element type changes', 'CompleteResult', 'values: string[]', 'values: number[]', ['CompleteResult']],
  ['a literal changes', 'AudioContent', "'audio'", "'sound'", ['AudioContent']],
  ['a literal of an alias changes', 'LoggingLevel', "'notice'", "'note'", ['LoggingLevel']],
  ['a bound changes', 'Annotations', '@maximum 1', '@maximum 2', ['Annotations']],
  ['a format goes', 'BlobResourceContents', '@format byte', '', ['BlobResourceContents']],
  [
    'a base changes',
    'ResourceContents',
    'uri: string',
    'uri?: string',
    ['BlobResourceContents', 'ResourceContents', 'TextResourceContents'],
  ],
  [
    'a base gains a property',
    'PaginatedResult',
    'nextCursor?: Cursor',
    'nextCursor: Cursor',
    ['ListPromptsResult', 'ListResourceTemplatesResult', 'ListResourcesResult', 'ListToolsResult', 'PaginatedResult'],
  ],
] as const;

describe('the comparison has teeth', () => {
  test.each(CHANGES)('%s in %s', (_, declaration, from, to, affected) => {
    const text = schemaText('2025-03-26');
    const changed = changeDeclaration(text, declaration, from, to);
    expect(differences(text, changed, 'exact')).toEqual(affected);
    expect(differences(text, changed, 'unordered')).toEqual(affected);
  });

  test('another order of a union changes the exact fingerprint alone', () => {
    const text = schemaText('2025-03-26');
    // What is mentioned first comes first in `anyOf`: a definition in front turns two members round.
    const changed = `export interface First { a: ServerNotification; b: ListRootsRequest; c: PingRequest }\n${text}`;
    expect(differences(text, changed, 'exact')).toContain('ServerRequest');
    expect(differences(text, changed, 'unordered')).toEqual(['First']);
  });

  test('another comment changes nothing', () => {
    const text = schemaText('2025-03-26');
    const changed = changeDeclaration(text, 'Tool', '/** Identifies the tool', '/** Names the tool');
    expect(deriveText(changed)).not.toBe(deriveText(text));
    expect(differences(text, changed, 'exact')).toEqual([]);
  });
});

/** Replaces the first occurrence of a text inside one declaration. */
function changeDeclaration(text: string, declaration: string, from: string, to: string): string {
  const start = text.search(new RegExp(`^export (interface|type) ${declaration}\\b`, 'm'));
  const at = text.indexOf(from, start);
  const end = text.indexOf('\nexport ', start);
  if (start < 0 || at < 0 || at > end) throw new Error(`${declaration} has no ${from}`);
  return text.slice(0, at) + to + text.slice(at + from.length);
}

/** The definitions whose fingerprints differ, those of one text only included. */
function differences(before: string, after: string, kind: 'exact' | 'unordered'): readonly string[] {
  const [a, b] = [before, after].map((text) => fingerprintsOf(JSON.parse(deriveText(text, '2025-03-26'))));
  const names = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...names].filter((name) => a?.[name]?.[kind] !== b?.[name]?.[kind]).sort();
}
