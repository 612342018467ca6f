/** Every message class makes messages that the guards of its own revision accept: of each revision, of the draft, and of invented ones. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileText } from '../../support/compileText.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { loadJudges } from '../../support/loadGenerated.js';
import { wrongMessages as judgeMessages } from '../../support/wrongMessages.js';
import type { Protocol } from '../../../generator/model/protocol.js';
import { officialFile, REVISION_IDS, schemaText } from '../../support/schemas.js';
import { typeErrors } from '../../support/typeErrors.js';

const NEWEST = schemaText('2026-07-28');
const OLDEST = schemaText('2024-11-05');
const AFTER = '2026-07-29';

function replaced(text: string, part: string | RegExp, by: string): string {
  expect(text).toMatch(part);
  return text.replace(part, by);
}

/** Invented revisions, by what is new in them. */
const INVENTED: { readonly [what: string]: () => string } = {
  'a required property in the envelope of requests': () =>
    replaced(
      NEWEST,
      /(interface JSONRPCRequest extends Request \{)/,
      '$1\n  trace: string;\n  hop: { count: number };',
    ),
  'a fixed property in the envelopes': () =>
    replaced(
      NEWEST,
      /(interface JSONRPC(?:Request|Notification) extends \w+ \{)/g.exec(NEWEST)?.[0] ?? '',
      '$&',
    ).replaceAll(
      /(interface JSONRPC(?:Request|Notification) extends \w+ \{)/g,
      "$1\n  version: 2;\n  'x-kind': 'mcp';",
    ),
  'a required property in the envelope of notifications': () =>
    replaced(NEWEST, /(interface JSONRPCNotification extends Notification \{)/, "$1\n  'x-trace': string;"),
  'another version of JSON-RPC': () => replaced(NEWEST, /(JSONRPC_VERSION = )'2.0'/, "$1'3.0'"),
  'a required property in an old envelope': () =>
    replaced(OLDEST, /(interface JSONRPCRequest extends Request \{)/, '$1\n  trace: string;'),
  'a required key of _meta': () =>
    replaced(NEWEST, /(interface RequestMetaObject extends MetaObject \{)/, "$1\n  'com.example/tenant': string;"),
  'required params': () => replaced(NEWEST, /(interface RequestParams \{)/, '$1\n  tenant: string;'),
};

function wrongMessages(protocol: Protocol): ReturnType<typeof judgeMessages> {
  const files = emitProtocols([protocol]);
  return judgeMessages(protocol, files, loadJudges(files));
}

test.each(REVISION_IDS)('of revision %s', (revision) => {
  const { count, wrong } = wrongMessages(compileText(schemaText(revision), revision));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(40);
});

const draft = officialFile('draft', 'schema.ts');

test.skipIf(draft === undefined)('of the draft', () => {
  const { count, wrong } = wrongMessages(compileText(readFileSync(draft ?? '', 'utf8'), AFTER));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(40);
});

describe('of a revision with', () => {
  test.each(Object.entries(INVENTED))('%s', (_, text) => {
    const schema = text();
    const protocol = compileText(schema, schema.startsWith(OLDEST.slice(0, 200)) ? '2024-11-06' : AFTER);
    expect(wrongMessages(protocol).wrong).toEqual([]);
    const files = emitProtocols([protocol]).filter(({ path }) => /\/(types|messages)\.ts$/.test(path));
    const texts = new Map(files.map(({ path, text: source }) => [path.replace(/^.*\//, ''), source]));
    expect(typeErrors(texts).slice(0, 5)).toEqual([]);
  });
});

test('stubs ask for the keys of _meta that the runtime does not add', () => {
  const protocol = compileText(INVENTED['a required key of _meta']?.() ?? '', AFTER);
  const client = emitProtocols([protocol]).find(({ path }) => path.endsWith('/client.ts'));
  expect(client?.text).toContain('params: GivenParams<types.CallToolRequestParams, "com.example/tenant">');
  const released = emitProtocols([compileText(NEWEST, '2026-07-28')]).find(({ path }) => path.endsWith('/client.ts'));
  expect(released?.text).toContain('params: GivenParams<types.CallToolRequestParams>');
});

test('the types of such a stub require the key, and take others', () => {
  const program = (meta: string): string => `
    import type { GivenParams } from '@mcp-gen/runtime/codegen/v1';
    interface Params { name: string; _meta: { 'a/known': string; 'a/asked': number; [key: string]: unknown } }
    export const params: GivenParams<Params, 'a/asked'> = { name: '', ${meta} };
    export const free: GivenParams<Params> = { name: '' };`;
  const errors = (meta: string) => typeErrors(new Map([['program.ts', program(meta)]]));
  expect(errors("_meta: { 'a/asked': 1, other: true }")).toEqual([]);
  expect(errors('')).toHaveLength(1);
  expect(errors("_meta: { 'a/asked': 'text' }")).toHaveLength(1);
});
