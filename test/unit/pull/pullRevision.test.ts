/** One revision, from a source to a folder. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deriveJsonSchema } from '../../../generator/protocols.js';
import { PullError } from '../../../generator/pull/pullError.js';
import { pullRevision, type Pulled, type PullRecord } from '../../../generator/pull/pullRevision.js';
import { openSource } from '../../../generator/pull/source.js';
import { age, isAged, readTree, temporaryFolder, type Tree } from '../../support/temporaryFolder.js';

const SCRIPT = '/** One. */\nexport interface A { a: string }\n';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function jsonOf(script: string): Promise<string> {
  return deriveJsonSchema(join(await temporaryFolder({ 'schema.ts': script }), 'schema.ts'));
}

interface Setting {
  /** What is on record. */
  readonly recorded?: string;
  /** Our own schema. */
  readonly ours?: string;
  /** What the source has. */
  readonly script?: string;
  readonly json?: string;
  /** What stands in the output folder. */
  readonly before?: Tree;
  readonly force?: boolean;
}

/** Pulls a revision `r`. The folder is empty before, and everything as it should be, unless the setting says otherwise. */
async function pull(setting: Setting = {}): Promise<{ out: string; pulled: Promise<Pulled>; json: string }> {
  const { recorded = SCRIPT, ours = SCRIPT, script = SCRIPT, before = {}, force = false } = setting;
  const json = setting.json ?? (await jsonOf(script));
  const from = await temporaryFolder({ 'r/schema.ts': script, 'r/schema.json': json });
  const schemaDir = await temporaryFolder(ours === '' ? {} : { 'r/schema.ts': ours });
  const out = await temporaryFolder(before);
  const record: PullRecord = {
    id: 'r',
    schema: { path: 'schema/r/schema.ts', sha256: sha256(recorded) },
    jsonSchema: { path: 'schema/r/schema.json', sha256: sha256(await jsonOf(recorded)) },
  };
  return { out, pulled: pullRevision(record, openSource(from), { schemaDir, out, force }), json };
}

test('definitions of generic types and of other names are no differences', async () => {
  const script = `export interface Box<T> { value: T }
export interface A { box: Box<string>; level: Level }
export type Level = 'low' | 'high';\n`;
  const string = { type: 'string' };
  const box = { type: 'object', properties: { value: string }, required: ['value'] };
  const level = { enum: ['high', 'low'], type: 'string' };
  const a = {
    type: 'object',
    properties: { box: { $ref: '#/definitions/Box<string>' }, level },
    required: ['box', 'level'],
  };
  const json = JSON.stringify({ definitions: { A: a, Level: level, Box: {}, T: {}, 'Box<string>': box } });
  const { ours, derived } = await (await pull({ script, ours: script, json })).pulled;
  const rewritten = { definition: 'A', kind: 'rewritten' };
  expect([ours, derived]).toMatchObject([[rewritten], [rewritten]]);
});

test('files as on record are written, byte for byte', async () => {
  const { out, pulled, json } = await pull();
  expect(await pulled).toMatchObject({
    id: 'r',
    files: [
      { name: 'schema.ts', bytes: SCRIPT.length, amended: false, written: true },
      { name: 'schema.json', bytes: json.length, amended: false, written: true },
    ],
    definitions: 1,
    ours: [],
    derived: [],
    problems: [],
  });
  expect(await readTree(out)).toEqual({ [join('r', 'schema.ts')]: SCRIPT, [join('r', 'schema.json')]: json });
});

test('files that stand there already are not touched', async () => {
  const json = await jsonOf(SCRIPT);
  const { out, pulled } = await pull({ before: { 'r/schema.ts': SCRIPT, 'r/schema.json': json } });
  await age(out);
  expect((await pulled).files.map(({ written }) => written)).toEqual([false, false]);
  expect(await isAged(out, join('r', 'schema.ts'))).toBe(true);
});

test('amended files are written, with both digests', async () => {
  const script = SCRIPT.replace('One', 'Two');
  const { out, pulled, json } = await pull({ script });
  const { files, ours } = await pulled;
  expect(files[0]).toMatchObject({ amended: true, recorded: sha256(SCRIPT), sha256: sha256(script) });
  expect(files[1]).toMatchObject({ amended: true, sha256: sha256(json) });
  expect(ours).toEqual([]);
  expect((await readTree(out))[join('r', 'schema.ts')]).toBe(script);
});

test('definitions that differ from ours', async () => {
  const { pulled } = await pull({ script: 'export interface A { a?: string }\nexport type B = string;\n' });
  expect(await pulled).toMatchObject({
    ours: [
      { definition: 'A', kind: 'changed' },
      { definition: 'B', kind: 'added' },
    ],
    derived: [],
  });
});

test('a schema.ts that does not derive to its schema.json', async () => {
  const { pulled } = await pull({ json: await jsonOf(SCRIPT.replace('string', 'boolean')) });
  const { ours, derived } = await pulled;
  expect(derived).toEqual(ours);
  expect(derived[0]?.lines.slice(1)).toEqual(['-       "type": "string"', '+       "type": "boolean"']);
});

test('a schema.ts that cannot be read', async () => {
  const { out, pulled } = await pull({ script: 'export type A = () => void;\n', json: await jsonOf(SCRIPT) });
  expect(await pulled).toMatchObject({ derived: [], problems: [{ line: 1, column: 17 }] });
  expect(Object.keys(await readTree(out))).toHaveLength(2);
});

test('without a schema of ours nothing is compared', async () => {
  const { pulled } = await pull({ ours: '' });
  expect(await pulled).not.toHaveProperty('ours');
});

describe('nothing is written', () => {
  test.each(['<html></html>', '[]', '{"definitions":[]}', ''])('if the schema.json is %j', async (json) => {
    const { out, pulled } = await pull({ json });
    await expect(pulled).rejects.toThrow('The pulled schema.json of r is not a JSON Schema');
    expect(await readTree(out)).toEqual({});
  });

  test('if the second file cannot be had', async () => {
    const from = await temporaryFolder({ 'r/schema.ts': SCRIPT });
    const out = await temporaryFolder();
    const file = { path: 'x', sha256: '' };
    const record = { id: 'r', status: '', era: '', batching: false, schema: file, jsonSchema: file };
    const pulled = pullRevision(record, openSource(from), { schemaDir: from, out, force: false });
    await expect(pulled).rejects.toThrow(PullError);
    expect(await readTree(out)).toEqual({});
  });

  test('over a file that is not the official one on record, unless forced', async () => {
    const before = { [join('r', 'schema.ts')]: 'written by somebody' };
    const refused = await pull({ before });
    await expect(refused.pulled).rejects.toThrow(`${join(refused.out, 'r/schema.ts')} already exists and is not`);
    expect(await readTree(refused.out)).toEqual(before);
    const forced = await pull({ before, force: true });
    await forced.pulled;
    expect((await readTree(forced.out))[join('r', 'schema.ts')]).toBe(SCRIPT);
  });
});

test('an official file on record gives way to an amended one', async () => {
  const script = SCRIPT.replace('One', 'Two');
  const { out, pulled } = await pull({ script, before: { 'r/schema.ts': SCRIPT } });
  await pulled;
  expect((await readTree(out))[join('r', 'schema.ts')]).toBe(script);
});
