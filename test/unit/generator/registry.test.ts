/** The facts of several revisions in one table, and the names that they get in code. */

import { describe, expect, test } from 'vitest';
import { holds } from '@mcp-gen/runtime';
import { buildRegistry, type RegisteredName } from '../../../generator/analyze/registry.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import { NO_ROWS, type RevisionFacts, type Tables } from '../../../generator/model/facts.js';
import type { Protocol } from '../../../generator/model/protocol.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { parse } from '../../support/parse.js';

const IDS = ['2031-01-01', '2031-02-02', '2031-03-03'] as const;
const [FIRST, SECOND, THIRD] = IDS;

const BASE = [
  'export type RequestId = string | number;',
  'export interface Params { a?: string }',
  'export interface Request { method: string; params?: Params }',
  'export interface Result { _meta?: { [key: string]: unknown } }',
].join('\n');

/** A request of the client, with its result and other declarations. */
const LIST = [
  "export interface ListThingsRequest extends Request { method: 'things/list' }",
  'export interface ListThingsResult extends Result {}',
  'export type ClientRequest = ListThingsRequest;',
].join('\n');

function revision(id: string, batching = false): RevisionFacts {
  return {
    id,
    era: 'session',
    batching: { allowed: batching, source: 'a page' },
    metadataKeys: { stated: false, source: 'a page' },
    dialect: '2020-12',
  };
}

/** The protocols of schema texts, oldest first, under some rows. */
function protocols(texts: readonly string[], rows: Partial<Tables> = {}): readonly Protocol[] {
  const tables = { ...NO_ROWS, revisions: IDS.map((id) => revision(id)), ...rows };
  return texts.map((text, index) =>
    buildProtocol(readTypeScript(`${BASE}\n${text}`, 'schema.ts'), IDS[index] ?? '', tables),
  );
}

function registryOf(texts: readonly string[], rows: Partial<Tables> = {}) {
  return buildRegistry(protocols(texts, rows));
}

/** The ranges of names: `icons 2031-01-01-`. */
function ranges(names: readonly RegisteredName<unknown>[]): readonly string[] {
  return names.map(({ name, since, until = '' }) => `${name} ${since} to ${until}`.trimEnd());
}

/** The statements of a file of the registry. */
function emitted(name: string, texts: readonly string[], rows: Partial<Tables> = {}): readonly string[] {
  const file = emitProtocols(protocols(texts, rows)).find(({ path }) => path === `registry/${name}.ts`);
  if (!file) throw new Error(`No file ${name} is generated`);
  return parse(file.text).statements.map((statement) => statement.getText());
}

const ROW = { what: 'It is.', source: 'a page' };

describe('what a revision removed and a later one restored', () => {
  const ICONS = 'export interface Tool { icons?: string } export interface ServerCapabilities { tools?: object }';
  const having = `${LIST}\n${ICONS}\nexport const DISK_FULL = -32050;`;
  const features = [{ name: 'icons', what: 'Icons.', place: 'Tool.icons' }];
  const registry = registryOf([having, '', having], { features });

  test('is in no revision between', () => {
    const { messages, capabilities, errors } = registry;
    for (const [found] of [messages, registry.features, capabilities.server, errors]) {
      expect(found).toMatchObject({ since: FIRST, except: [SECOND] });
      const range = found ?? { since: '' };
      expect(IDS.filter((id) => holds(range, id))).toEqual([FIRST, THIRD]);
    }
  });

  test('is named with that revision in code', () => {
    const of = (file: string): string => emitted(file, [having, '', having], { features }).join('\n');
    const range = `since: "${FIRST}", except: ["${SECOND}"]`;
    expect(of('features')).toBe(`export const icons = { feature: "icons", ${range} } as const;`);
    expect(of('errors')).toContain(`export const DiskFull = { code: -32050, ${range} } as const;`);
    expect(of('capabilities')).toContain(`tools: { ${range} },`);
    expect(of('messages')).toContain(`"things/list": { name: "listThings", sender: "client", ${range} },`);
    const [methods] = emitProtocols(protocols([having, '', having])).filter(
      ({ path }) => path === 'registry/methods.ts',
    );
    expect(methods?.text).toContain(`from ${FIRST} on, except ${SECOND}.`);
  });

  test('has no revisions outside of its range', () => {
    expect(registryOf(['', having, '']).messages).toMatchObject([{ since: SECOND, until: SECOND }]);
    expect(registryOf(['', having, '']).messages[0]).not.toHaveProperty('except');
  });
});

describe('features', () => {
  test('begin and end with their place in the schema', () => {
    const [none, one] = ['', 'export interface Tool { icons?: { src?: string }[]; hints?: { cost?: number } }'];
    const features = [
      { name: 'icons', what: 'Icons.', place: 'Tool.icons' },
      { name: 'costs', what: 'Costs.', place: 'Tool.hints.cost' },
      { name: 'tools', what: 'Tools.', place: 'Tool' },
      { name: 'titles', what: 'Titles.', place: 'Tool.title' },
      { name: 'sizes', what: 'Sizes.', place: 'Image.size' },
    ];
    const found = ['icons', 'costs', 'tools'];
    const of = (texts: readonly string[]): readonly string[] => ranges(registryOf(texts, { features }).features);
    expect(of([none, one, one])).toEqual(found.map((name) => `${name} ${SECOND} to`));
    expect(of([one, one, none])).toEqual(found.map((name) => `${name} ${FIRST} to ${SECOND}`));
    expect(of([none, none, none])).toEqual([]);
  });

  test('may be at a property of a union or an intersection', () => {
    const text = `export interface A { a?: string } export interface B { b?: A & { c?: string } }
      export type Either = A | B;`;
    const features = ['Either.a', 'Either.b.a', 'Either.b.c', 'Either.c'].map((place, index) => ({
      ...{ name: `f${index}`, what: 'It is.' },
      place,
    }));
    expect(ranges(registryOf([text], { features }).features)).toEqual([0, 1, 2].map((n) => `f${n} ${FIRST} to`));
  });

  test('of the prose begin and end with their row', () => {
    const features = [
      { ...ROW, name: 'always', from: '2024-11-05' },
      { ...ROW, name: 'later', from: SECOND },
      { ...ROW, name: 'middle', from: SECOND, until: SECOND },
      { ...ROW, name: 'past', from: '2024-11-05', until: '2030-01-01' },
      { ...ROW, name: 'future', from: '2032-01-01' },
    ];
    expect(ranges(registryOf(['', '', ''], { features }).features)).toEqual([
      `always ${FIRST} to`,
      `later ${SECOND} to`,
      `middle ${SECOND} to ${SECOND}`,
    ]);
  });

  test('are constants with their range', () => {
    const features = [
      { ...ROW, name: 'always', from: FIRST },
      { ...ROW, name: 'past', from: FIRST, until: FIRST },
    ];
    expect(emitted('features', ['', ''], { features })).toEqual([
      `export const always = { feature: "always", since: "${FIRST}" } as const;`,
      `export const past = { feature: "past", since: "${FIRST}", until: "${FIRST}" } as const;`,
    ]);
  });

  test('may move to another place', () => {
    const features = [
      { name: 'icons', what: 'Icons.', place: 'Tool.icon', from: FIRST, until: FIRST },
      { name: 'icons', what: 'Icons.', place: 'Tool.icons', from: SECOND },
    ];
    const texts = ['icon', 'icons', 'icons'].map((name) => `export interface Tool { ${name}?: string }`);
    expect(ranges(registryOf(texts, { features }).features)).toEqual([`icons ${FIRST} to`]);
  });

  test('include batches, which a decision about the revision states', () => {
    const revisions = [revision(FIRST), revision(SECOND, true), revision(THIRD)];
    expect(ranges(registryOf(['', '', ''], { revisions }).features)).toEqual([`batches ${SECOND} to ${SECOND}`]);
  });
});

describe('messages', () => {
  test('have the revisions that have them, with the facts of the newest', () => {
    const older = LIST.replaceAll('ListThingsRe', 'AllThingsRe');
    const { messages } = registryOf(['', older, LIST]);
    expect(messages).toEqual([
      {
        kind: 'request',
        method: 'things/list',
        name: 'listThings',
        sender: 'client',
        since: SECOND,
        lifecycle: false,
        paginated: false,
        asks: false,
        cacheable: false,
      },
    ]);
    expect(registryOf([LIST, LIST, '']).messages).toMatchObject([{ since: FIRST, until: SECOND }]);
  });

  test('are deprecated in the revisions that say so', () => {
    const deprecated = LIST.replace('export interface', '/** @deprecated Use others. */\nexport interface');
    const found = (schemas: readonly string[]): unknown => registryOf(schemas).messages[0]?.deprecated;
    expect(found([LIST, deprecated, deprecated])).toEqual({ since: SECOND });
    // A revision may restore the message without the mark.
    expect(found([LIST, deprecated, LIST])).toEqual({ since: SECOND, until: SECOND });
    expect(found([deprecated, '', LIST])).toEqual({ since: FIRST, until: FIRST });
    expect(found([deprecated, LIST, deprecated])).toEqual({ since: FIRST, except: [SECOND] });
    expect(registryOf([LIST, LIST]).messages[0]).not.toHaveProperty('deprecated');
  });

  test('are sent by every side that sends them in any revision', () => {
    const server = LIST.replace('ClientRequest', 'ServerRequest');
    expect(registryOf([server]).messages).toMatchObject([{ sender: 'server' }]);
    expect(registryOf([server, LIST]).messages).toMatchObject([{ sender: 'both' }]);
  });

  test('may be older than all revisions that are compiled, as their row says', () => {
    const row = { method: 'things/list', from: '2024-11-05', capability: 'none', source: 'a page' };
    const methods = (from: string) => ({ methods: [{ ...row, from }] });
    expect(registryOf([LIST], methods('2024-11-05')).messages).toMatchObject([{ since: '2024-11-05' }]);
    expect(registryOf(['', LIST], methods(FIRST)).messages).toMatchObject([{ since: FIRST }]);
    // The row of a later range of revisions says nothing about the first one.
    expect(registryOf([LIST, LIST], methods(SECOND)).messages).toMatchObject([{ since: FIRST }]);
  });
});

describe('the notification that tells of changes', () => {
  const CHANGED = [
    "export interface ThingListChangedNotification { method: 'notifications/things/list_changed'; params?: {} }",
    'export type ServerNotification = ThingListChangedNotification;',
  ].join('\n');
  const changesOf = (text: string, rows: Partial<Tables> = {}): readonly (string | undefined)[] =>
    registryOf([text], rows).messages.flatMap(({ kind, changes }) => (kind === 'request' ? [changes] : []));

  test('is the one that is named after a list', () => {
    expect(changesOf(`${LIST}\n${CHANGED}`)).toEqual(['notifications/things/list_changed']);
    expect(changesOf(`${LIST.replace('things/list', 'things/parts/list')}\n${CHANGED}`)).toEqual([
      'notifications/things/list_changed',
    ]);
  });

  test.each([
    ['no list', `${LIST.replace('things/list', 'things/get')}\n${CHANGED}`],
    ['no notification', LIST],
    ['a notification of the side that requests the list', `${LIST}\n${CHANGED.replace('type Server', 'type Client')}`],
  ])('is none: %s', (_, text) => {
    expect(changesOf(text)).toEqual([undefined]);
  });

  test('is the one of the row', () => {
    const get = LIST.replace('things/list', 'things/get');
    const row = { method: 'things/get', from: FIRST, capability: 'none', source: 'a page' };
    const rows = (changes: string) => ({ methods: [{ ...row, changes }] });
    expect(changesOf(`${get}\n${CHANGED}`, rows('notifications/things/list_changed'))).toEqual([
      'notifications/things/list_changed',
    ]);
    expect(changesOf(`${get}\n${CHANGED}`, rows('notifications/things/gone'))).toEqual([undefined]);
  });

  test('is selected by the property of the filter that is named after it', () => {
    const filterOf = (properties: string): readonly (string | undefined)[] =>
      registryOf([`${LIST}\n${CHANGED}\nexport interface SubscriptionFilter { ${properties} }`]).messages.flatMap(
        ({ kind, filter }) => (kind === 'notification' ? [filter] : []),
      );
    expect(filterOf('thingsListChanged?: boolean')).toEqual(['thingsListChanged']);
    expect(filterOf('things?: boolean')).toEqual([undefined]);
    // A property of another type does not select it as a whole.
    expect(filterOf('thingsListChanged?: string[]')).toEqual([undefined]);
  });

  test('is selected by the property of the filter that its row names', () => {
    const row = { method: 'notifications/things/list_changed', from: FIRST, capability: 'none', source: 'a page' };
    const filterOf = (filter: string): readonly (string | undefined)[] =>
      registryOf(
        [`${LIST}\n${CHANGED}\nexport interface SubscriptionFilter { thingsListChanged?: boolean; things?: boolean }`],
        { methods: [{ ...row, filter }] },
      ).messages.flatMap(({ kind, filter }) => (kind === 'notification' ? [filter] : []));
    expect(filterOf('things')).toEqual(['things']);
    expect(filterOf('others')).toEqual([undefined]);
  });
});

test('results that state a lifetime may be cached, also by inheritance', () => {
  const of = (result: string) => registryOf([LIST.replace('ListThingsResult extends Result {}', result)]).messages;
  expect(of('ListThingsResult extends Result { ttlMs?: number }')).toMatchObject([{ cacheable: true }]);
  const inherited = 'CacheableResult extends Result { ttlMs: number }\nexport interface ListThingsResult extends ';
  expect(of(`${inherited}CacheableResult {}`)).toMatchObject([{ cacheable: true }]);
  expect(of(`${inherited}Result {}`)).toMatchObject([{ cacheable: false }]);
});

describe('error codes', () => {
  test('are the constants in the range of JSON-RPC, and the rows', () => {
    const constants = [
      '/** The disk is full. It happens. */\nexport const DISK_FULL = -32050;',
      'export const LOWEST = -32768; export const HIGHEST = -32000;',
      'export const BELOW = -32769; export const ABOVE = -31999; export const TEXT = "-32050";',
    ].join('\n');
    const errors = [{ ...ROW, name: 'Gone', code: -32_051, from: FIRST }];
    expect(registryOf([constants], { errors }).errors).toEqual([
      { name: 'DiskFull', what: 'The disk is full.', value: -32_050, since: FIRST },
      { name: 'Lowest', what: '', value: -32_768, since: FIRST },
      { name: 'Highest', what: '', value: -32_000, since: FIRST },
      { name: 'Gone', what: 'It is.', value: -32_051, since: FIRST },
    ]);
  });

  test('that change their value keep both, under two names', () => {
    const texts = [-32_050, -32_051].map((code) => `export const DISK_FULL = ${code};`);
    expect(emitted('errors', texts)).toEqual(
      [
        `export const DiskFull = { code: -32051, since: '${SECOND}' } as const;`,
        `export const DiskFull2 = { code: -32050, since: '${FIRST}', until: '${FIRST}' } as const;`,
        'export const all: readonly { readonly code: number; readonly since: string; readonly until?: string; readonly except?: readonly string[] }[] = [DiskFull,\nDiskFull2,];',
      ].map((line) => line.replaceAll("'", '"')),
    );
  });

  test('whose name is that of the list of all gets another name', () => {
    const errors = [{ ...ROW, name: 'all', code: -32_051, from: FIRST }];
    const row =
      '{ readonly code: number; readonly since: string; readonly until?: string; readonly except?: readonly string[] }';
    expect(emitted('errors', [''], { errors })).toEqual([
      `export const all2 = { code: -32051, since: "${FIRST}" } as const;`,
      `export const all: readonly ${row}[] = [all2,];`,
    ]);
    expect(emitted('errorCodes', [''], { errors })).toEqual(['export const all2 = -32051;']);
  });
});

describe('keys of _meta', () => {
  const meta = (...keys: string[]): string =>
    `export interface Meta { ${keys.map((key) => `${JSON.stringify(key)}?: string;`).join(' ')} }
     export interface A { _meta?: Meta } export interface B { nested?: { _meta?: Meta & { own?: string } } }`;

  test('are those of the types of properties _meta, wherever they are', () => {
    expect(registryOf([meta('token')]).metaKeys.map(({ value }) => value)).toEqual(['token', 'own']);
  });

  test('get names that code can have, of which none is lost', () => {
    const keys = ['com.example/trace-parent', 'class', 'a b'];
    expect(emitted('metaKeys', [meta(...keys)])).toEqual(
      [
        ['traceParent', 'com.example/trace-parent'],
        ['class_', 'class'],
        ['aB', 'a b'],
        ['own', 'own'],
      ].map(([name, key]) => `export const ${name} = ${JSON.stringify(key)};`),
    );
  });
});

test('headers are as the specification writes them, and in lower case in code', () => {
  const headers = [
    { ...ROW, name: 'sessionId', header: 'Mcp-Session-Id', from: FIRST, until: FIRST },
    { ...ROW, name: 'method', header: 'Mcp-Method', from: SECOND },
  ];
  expect(ranges(registryOf(['', ''], { headers }).headers)).toEqual([
    `method ${SECOND} to`,
    `sessionId ${FIRST} to ${FIRST}`,
  ]);
  expect(emitted('headers', ['', ''], { headers })).toEqual([
    'export const method = "mcp-method";',
    'export const sessionId = "mcp-session-id";',
    'export const all = ["mcp-method", "mcp-session-id"] as const;',
    'export const nameParams = {  } as const;',
  ]);
});

test('headers whose names are those of the tables beside them get other names', () => {
  const headers = ['all', 'nameParams'].map((name) => ({ ...ROW, name, header: `X-${name}-`, from: FIRST }));
  expect(emitted('headers', [''], { headers })).toEqual([
    'export const all2 = "x-all-";',
    'export const nameParams2 = "x-nameparams-";',
    'export const all = [] as const;',
    'export const nameParams = {  } as const;',
  ]);
});

test('the parameter that a header repeats is the one of the newest revision', () => {
  const row = { method: 'things/list', capability: 'none', source: 'a page' };
  const methods = [
    { ...row, from: FIRST, until: FIRST, nameParam: 'name' },
    { ...row, from: SECOND, nameParam: 'uri' },
  ];
  expect(registryOf([LIST, LIST], { methods }).nameParams).toEqual([
    { name: 'things/list', what: '', value: 'uri', since: FIRST },
  ]);
});

test('capabilities are the paths of properties, without the names of extensions', () => {
  const text = `export interface ServerCapabilities {
    tools?: { listChanged?: boolean };
    extensions?: { [identifier: string]: { enabled?: boolean } };
    deep?: Deep;
  }
  export interface Deep { deep?: { deep?: { deep?: object } } }`;
  const { capabilities } = registryOf([text, '']);
  expect(capabilities.client).toEqual([]);
  expect(capabilities.server.map(({ value }) => value)).toEqual([
    ...['tools', 'tools.listChanged', 'extensions'],
    ...['deep', 'deep.deep', 'deep.deep.deep', 'deep.deep.deep.deep'],
  ]);
  expect(capabilities.server).toMatchObject([{ since: FIRST, until: FIRST }, {}, {}, {}, {}, {}, {}]);
});

describe('methods', () => {
  const listOf = (method: string): string => LIST.replace('things/list', method);

  test.each([
    ['things/list', 'thingsList'],
    ['things/list_all', 'thingsListAll'],
    ['delete', 'delete_'],
    ['9/lives', 'value9Lives_'],
    ['__proto__', 'proto'],
    ['//', 'value_'],
  ])('%s has the name %s', (method, name) => {
    expect(emitted('methods', [listOf(method)])).toEqual([`export const ${name} = ${JSON.stringify(method)};`]);
    const [requests = ''] = emitted('messages', [listOf(method)]);
    expect(requests).toContain(method === '__proto__' ? `['__proto__']:` : method);
  });

  const second = "export interface GoRequest extends Request { method: 'things/List' } export interface GoResult {}";
  test.each([
    [
      'of one revision',
      [`${LIST.replace('= ListThingsRequest', '= ListThingsRequest | GoRequest')}\n${second}`],
      'schema.ts:8:1  The method things/List gives the same name of a constant as things/list: thingsList',
    ],
    [
      'of two revisions',
      [listOf('things_list'), LIST],
      'schema.ts:5:1  The method things_list gives the same name of a constant as things/list: thingsList',
    ],
  ])('whose names would be equal are refused: %s', (_, texts, message) => {
    expect(() => emitted('methods', texts)).toThrow(message);
  });
});

test('a file without names is a module all the same', () => {
  expect(emitted('errors', [''])).toEqual(['export {};']);
});
