/** A protocol survives as JSON: what is generated from it again is the same, byte for byte. */

import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRevision } from '../../../generator/protocols.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { deriveJsonSchema } from '../../../generator/json-schema/deriveJsonSchema.js';
import { explain } from '../../../generator/explain/explain.js';
import { allMessages, type Protocol } from '../../../generator/model/protocol.js';
import type { ProtocolModel } from '../../../generator/model/modelFormat.js';
import { modelOf, protocolOf } from '../../../generator/model/protocolModel.js';
import { InputError, SchemaProblems } from '../../../generator/problems.js';
import { compileText } from '../../support/compileText.js';
import { REVISION_IDS, ROOT } from '../../support/schemas.js';

const protocols = new Map<string, Protocol>();

beforeAll(async () => {
  for (const id of REVISION_IDS) protocols.set(id, await readRevision(id, join(ROOT, 'schema')));
});

function protocolNamed(id: string): Protocol {
  const found = protocols.get(id);
  if (!found) throw new Error(`No revision ${id}`);
  return found;
}

function throughJson(model: ProtocolModel): ProtocolModel {
  return JSON.parse(JSON.stringify(model)) as ProtocolModel;
}

/** The paths of files that are not the same, byte for byte: whole texts would fill the screen. */
function differences(again: readonly Protocol[], first: readonly Protocol[]): readonly string[] {
  const texts = new Map(emitProtocols(first).map(({ path, text }) => [path, text]));
  const files = emitProtocols(again);
  expect(files.length).toBe(texts.size);
  return files.filter(({ path, text }) => texts.get(path) !== text).map(({ path }) => path);
}

describe.each(REVISION_IDS)('revision %s', (id) => {
  test('gives the same code, and the same JSON Schema', () => {
    const protocol = protocolNamed(id);
    const again = protocolOf(throughJson(modelOf(protocol)));
    expect(differences([again], [protocol])).toEqual([]);
    expect(deriveJsonSchema(again.source, again.dialect)).toBe(deriveJsonSchema(protocol.source, protocol.dialect));
  });

  test('gives the same model again', () => {
    const model = modelOf(protocolNamed(id));
    expect(throughJson(model)).toEqual(model);
    expect(modelOf(protocolOf(model))).toEqual(model);
  });

  test('stores only once what code and schema have in common', () => {
    const { definitions } = protocolNamed(id);
    const model = JSON.stringify(modelOf(protocolNamed(id)).declarations);
    expect(model.length / JSON.stringify(definitions.all).length).toBeLessThan(1.4);
  });

  test('says since when each method exists, as its history does', () => {
    const known = [...protocols.values()];
    const messages = modelOf(protocolNamed(id)).messages.map(({ method, since }) => ({ method, since }));
    const histories = messages.map(({ method }) => {
      const explained = explain(method, known, id);
      return { method, since: 'since' in explained ? explained.since : undefined };
    });
    expect(messages).toEqual(histories);
  });
});

test('all revisions together give the same code', () => {
  const all = [...protocols.values()];
  const again = all.map((protocol) => protocolOf(throughJson(modelOf(protocol))));
  expect(differences(again, all)).toEqual([]);
});

test('a message says what it carries, who sends it and what it needs', () => {
  const { messages } = modelOf(protocolNamed('2025-11-25'));
  expect(messages.find(({ method }) => method === 'tools/call')).toEqual({
    kind: 'request',
    method: 'tools/call',
    name: 'callTool',
    type: 'CallToolRequest',
    senders: ['client'],
    params: { type: 'CallToolRequestParams', optional: false },
    capability: 'tools',
    lifecycle: false,
    embedded: false,
    since: '2024-11-05',
    results: ['CallToolResult', 'CreateTaskResult'],
    paginated: false,
    cacheable: false,
    cancellable: true,
  });
  expect(messages.find(({ method }) => method === 'notifications/elicitation/complete')).toMatchObject({
    kind: 'notification',
    since: '2025-11-25',
  });
});

test('a request says whether its result may be cached, and what tells of changes; a notification what selects it', () => {
  const { messages } = modelOf(protocolNamed('2026-07-28'));
  const changes = 'notifications/tools/list_changed';
  expect(messages.find(({ method }) => method === 'tools/list')).toMatchObject({ cacheable: true, changes });
  expect(messages.find(({ method }) => method === changes)).toMatchObject({ filter: 'toolsListChanged' });
  const older = modelOf(protocolNamed('2025-11-25')).messages;
  expect(older.find(({ method }) => method === 'tools/list')).toMatchObject({ cacheable: false, changes });
  expect(older.find(({ method }) => method === changes)).not.toHaveProperty('filter');
});

test('a method of an extension names the extension', async () => {
  const files = ['schema.ts', 'directions.ts'];
  const extensions = files.map((file) => ({ file: join(ROOT, 'schema/extensions/tasks', file) }));
  const protocol = await readRevision('2026-07-28', join(ROOT, 'schema'), { extensions });
  const model = throughJson(modelOf(protocol));
  const named = model.messages.filter(({ extension }) => extension !== undefined);
  expect(named.map(({ method, extension }) => `${method} ${extension}`)).toContain(
    'tasks/get io.modelcontextprotocol/tasks',
  );
  expect(named.length).toBeLessThan(model.messages.length);
  expect(differences([protocolOf(model)], [protocol])).toEqual([]);
});

test('has the vocabulary of its revision', () => {
  const { vocabulary } = modelOf(protocolNamed('2026-07-28'));
  expect(vocabulary.features.map(({ name }) => name)).toEqual(expect.arrayContaining(['icons', 'cacheHints']));
  expect(vocabulary.features.map(({ name }) => name)).not.toContain('batches');
  expect(vocabulary.errors).toContainEqual({
    name: 'HeaderMismatch',
    what: 'Error code: an HTTP header is missing or does not match the body.',
    value: -32_020,
  });
  expect(vocabulary.headers.map(({ value }) => value)).toContain('Mcp-Method');
  expect(vocabulary.metaKeys.map(({ name }) => name)).toContain('subscriptionId');
  expect(vocabulary.capabilities.server).toContain('tools.listChanged');
});

test('a message that is deprecated says so, and one that travels inside others', () => {
  const { messages } = modelOf(protocolNamed('2026-07-28'));
  const deprecated = messages.filter((message) => message.deprecated !== undefined);
  expect(deprecated.map(({ method }) => method)).toContain('sampling/createMessage');
  expect(messages.filter(({ embedded }) => embedded).map(({ method }) => method)).toEqual(
    protocolNamed('2026-07-28').embedded.map(({ method }) => method),
  );
  const older = modelOf(protocolNamed('2025-11-25')).messages;
  expect(older.filter((message) => message.embedded || message.deprecated !== undefined)).toEqual([]);
});

test('a declaration has its source if that differs, and null if the schema has none', () => {
  const { declarations } = modelOf(protocolNamed('2025-03-26'));
  const named = (name: string): object => declarations.find((each) => each.name === name) ?? {};
  expect(named('Tool')).not.toHaveProperty('source');
  expect(named('CallToolRequestParams')).toHaveProperty('source', null);
  expect(named('CallToolRequest')).toMatchObject({ source: { kind: 'interface', name: 'CallToolRequest' } });
  const corrected = named('JSONRPCError') as { properties: object[]; source: { properties: object[] } };
  const id = expect.objectContaining({ name: 'id', optional: true });
  expect(corrected.properties).toContainEqual(id);
  expect(corrected.source.properties).not.toContainEqual(id);
});

test('files are named by their folder, wherever that is', async () => {
  const here = modelOf(await readRevision('2025-03-26', join(ROOT, 'schema')));
  const files = new Set(JSON.stringify(here).match(/"file":"[^"]*"/g));
  expect([...files]).toEqual(['"file":"2025-03-26/schema.ts"']);
});

test('a model shares no object with its protocol', () => {
  const protocol = protocolNamed('2025-03-26');
  const model = modelOf(protocol);
  const [message] = model.messages;
  expect(message?.params).not.toBe(allMessages(protocol)[0]?.params);
  expect(model.declarations[0]).not.toBe(protocol.definitions.all[0]);
});

test.each([
  ['an earlier format', { format: 1 }, 'This is a protocol model of format 1. Supported: format 2, as `mcp-gen model'],
  ['another format', { format: 3 }, 'This is a protocol model of format 3. Supported: format 2'],
  ['something else', { revision: '2025-03-26' }, 'This is not a protocol model'],
  ['null', null, 'This is not a protocol model'],
  ['a string', '2025-03-26', 'This is not a protocol model'],
])('%s is refused', (_, model, message) => {
  const read = (): Protocol => protocolOf(model as ProtocolModel);
  expect(read).toThrow(InputError);
  expect(read).toThrow(message);
});

test('a model that mentions what it does not declare is refused, at the place', () => {
  const model = modelOf(compileText('export interface A { b: B }\nexport type B = string;'));
  const broken = { ...model, declarations: model.declarations.filter(({ name }) => name !== 'B') };
  expect(() => protocolOf(broken)).toThrow(SchemaProblems);
  expect(() => protocolOf(broken)).toThrow('schema.ts:1:25  B is not declared');
});

test('a message without a declaration is refused', () => {
  const model = modelOf(protocolNamed('2025-03-26'));
  const messages = model.messages.map((message) => ({ ...message, type: 'Missing' }));
  expect(() => protocolOf({ ...model, messages })).toThrow('The model does not declare the interface Missing of ping.');
});
