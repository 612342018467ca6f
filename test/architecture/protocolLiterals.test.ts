/** The lint rule against names of the protocol that are written by hand. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as taskMethods from '../../generated/extensions/tasks/methods.js';
import * as codes from '../../generated/registry/errorCodes.js';
import * as headers from '../../generated/registry/headers.js';
import * as metaKeys from '../../generated/registry/metaKeys.js';
import * as methods from '../../generated/registry/methods.js';
import { revisions } from '../../generated/registry/revisions.js';
import { findLiterals } from '../../scripts/findLiterals.mjs';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Sources that the rule refuses, with a part of its message. */
const REFUSED: readonly (readonly [name: string, source: string, message: string])[] = [
  [
    'a method',
    "send('tools/call');",
    'Use Method.toolsCall: import * as Method from "@mcp-gen/protocol/registry/methods"',
  ],
  ['a method without quotation marks', 'send(`tools/call`);', 'Use Method.toolsCall'],
  ['a method as a key', "const names = { 'tools/call': 'name' };", 'Use Method.toolsCall'],
  ['a method as a computed key', "const names = { ['tools/call']: 'name' };", 'Use Method.toolsCall'],
  ['a method in an index', "requests['tools/call'];", 'Use Method.toolsCall'],
  ['a method with an assertion', "const own = 'tools/call' as const;", 'Use Method.toolsCall'],
  ['a method in two parts', "send('tools/' + 'call');", 'Use Method.toolsCall'],
  ['a method in parts of parts', "send('to' + ('ols' + '/') + 'call');", 'Use Method.toolsCall'],
  ['a method in a template', "send(`${'tools'}/call`);", 'Use Method.toolsCall'],
  ['a method that is joined', "send(['tools', 'call'].join('/'));", 'Use Method.toolsCall'],
  [
    'the beginning of methods',
    "if (method.startsWith('tools/')) end();",
    'The method beginning tools/ is written by hand',
  ],
  ['a longer beginning', "const part = 'resources/templates/';", 'The method beginning resources/templates/'],
  ['a beginning before a value', "send('notifications/' + name);", 'The method beginning notifications/'],
  ['a beginning in a template', 'send(`notifications/${list}/list_changed`);', 'The method beginning notifications/'],
  ['a header in two parts', "exchange.header('mcp-' + 'session-id');", 'Use Header.sessionId'],
  ['a revision in two parts', "if (revision < '2025-' + '11-25') end();", 'registry/features'],
  ['a method of an extension', "send('tasks/update');", 'from "@mcp-gen/protocol/extensions/tasks/methods"'],
  ['a method that an extension shares', "send('tasks/get');", 'Use Method.tasksGet'],
  ['a word that is compared with a method', "if (message?.method === 'ping') end();", 'Use Method.ping'],
  ['a word in a case of a method', "switch (method) { case 'initialize': break; }", 'Use Method.initialize'],
  ['a word as the method of a message', "send({ jsonrpc: '2.0', method: 'ping' });", 'Use Method.ping'],
  ['a word that is requested', "session.request('ping', {});", 'Use Method.ping'],
  ['a word that may be requested', "session.request(opens ? 'initialize' : other, {});", 'Use Method.initialize'],
  ['an error code', 'const error = { code: -32601 };', 'Use Code.MethodNotFound'],
  ['an error code in groups of digits', 'const error = { code: -32_042 };', 'Use Code.UrlElicitationRequired'],
  ['a header', "exchange.header('mcp-session-id');", 'Use Header.sessionId'],
  ['a header as the specification writes it', "headers.set('Mcp-Session-Id', id);", 'Use Header.sessionId'],
  ['a header in a list', "const allowed = 'Content-Type, Mcp-Name';", 'Use Header.name'],
  ['the prefix of headers', 'const header = `Mcp-Param-${name}`;', 'Use Header.paramPrefix'],
  ['a header with the prefix', "exchange.header('mcp-param-region');", 'Use Header.paramPrefix'],
  ['a header in a pattern', 'const param = /^mcp-param-[a-z]+$/i;', 'Use Header.paramPrefix'],
  ['a key of _meta', "meta['io.modelcontextprotocol/logLevel'];", 'Use MetaKeys.logLevel'],
  ['a revision', "if (revision < '2025-11-25') end();", 'from "@mcp-gen/protocol/registry/features"'],
  ['a method in a pattern', 'const call = /^tools\\/call$/;', 'Use Method.toolsCall'],
  ['a method in a list in a pattern', 'const lists = /^(?:tools\\/list|x)$/;', 'Use Method.toolsList'],
  ['a beginning in a pattern', 'const own = /^notifications\\//;', 'The method beginning notifications/'],
  ['a beginning in a pattern of any lists', 'const own = /^tools\\/\\w+$/;', 'The method beginning tools/'],
  ['a revision in a pattern', 'const old = /^2025-11-25$/;', 'registry/features'],
  ['a key of _meta in a pattern', 'const key = /io\\.modelcontextprotocol\\/logLevel/;', 'Use MetaKeys.logLevel'],
  ['an error code in a pattern', 'const code = /-32601/;', 'Use Code.MethodNotFound'],
  ['the parts of a method', "const [list] = method.split('/');", 'The method part / is written by hand'],
  ['a word at the beginning of a method', "if (method.startsWith('tools')) end();", 'The method part tools'],
  ['the end of a method', "if (message.method.endsWith('/list')) end();", 'The method ending /list is written by hand'],
  ['a word in a method', "if (method?.includes('changed')) end();", 'The method part changed'],
  ['a pattern for a method', 'if (/^tools/.test(message.method)) end();', 'The method part /^tools/'],
  ['a pattern that a method has', 'if (method.match(/list$/)) end();', 'The method part /list$/'],
  ['a word in a set', "const quiet = new Set(['ping']);", 'Use Method.ping'],
  ['a word as a key of a map', "const names = new Map([['initialize', 1]]);", 'Use Method.initialize'],
  ['a word beside methods', "const all = [Method.toolsCall, 'ping'];", 'Use Method.ping'],
  ['a word as a key beside methods', 'const all = { [Method.toolsCall]: 1, ping: 2 };', 'Use Method.ping'],
  ['a word as a key of a table', 'const name = { initialize: 1 }[method];', 'Use Method.initialize'],
  ['an error code as a difference', 'const code = 0 - 32601;', 'Use Code.MethodNotFound'],
  ['an error code as a complement', 'const code = ~32_600;', 'Use Code.MethodNotFound'],
  ['an error code as a string', "const code = Number('-32601');", 'Use Code.MethodNotFound'],
  ['a method that is concatenated', "send('to'.concat('ols', '/call'));", 'Use Method.toolsCall'],
  ['a method in a part of a template', 'send(`${prefix}tools/call`);', 'Use Method.toolsCall'],
  ['a beginning in parts of a template', "send(`${'notifications'}/${list}`);", 'The method beginning notifications/'],
  ['an end in a template', 'send(`${list}/list_changed`);', 'The method ending /list_changed'],
];

/** Sources that the rule allows. */
const ALLOWED: readonly (readonly [name: string, source: string])[] = [
  ['types', "type Call = Requests['tools/call'] | 'ping' | -32601 | 'mcp-name' | '2025-11-25';"],
  ['properties of types', "interface Requests { 'tools/call': object; 'resources/read'(): void }"],
  ['assertions of types', "const call = given as 'tools/call';"],
  ['comments', '/** Sends `tools/call`, -32601, Mcp-Name. */\n// 2025-11-25\nsend();'],
  ['prose', "fail('tools/call needs the header Mcp-Name, since 2025-11-25: mcp-param-region is missing');"],
  ['plain words', "check('ping', ping); const { initialize } = { initialize: 'ping' }; log(word === 'ping');"],
  ['other methods', "send('tools/other'); send('acme/' + name); send(`tools/other/${name}`);"],
  ['prose with values', 'fail(`tools/call failed: ${reason}`); fail("a" + "b" + reason); [a, "b"].join("/");'],
  ['other numbers', 'const numbers = [-32000, 32601, a - 32601, 1 - 2, ~7];'],
  ['other patterns', 'const patterns = [/^tools$/, /a\\/tools\\/b/, /\\d{4}-\\d{2}-\\d{2}/, /^acme\\//];'],
  [
    'parts of other strings',
    "path.split('/'); name.startsWith('tools'); url.endsWith('/list'); methods.includes(one);",
  ],
  [
    'words in other collections',
    "new Set(['pong']); new Map([['a', 'ping']]); [['ping', 1]]; ['ping', 'x'].join(', ');",
  ],
  ['ends of paths', 'fetch(`${base}/get`);'],
  ['other headers', "exchange.header('x-mcp-header'); exchange.header('accept');"],
  ['other keys', "meta['progressToken']; meta['io.modelcontextprotocol/tasks']; meta['com.example/logLevel'];"],
  ['other dates', "const date = '2025-01-01'; const modules = import('./2025-11-25.js');"],
];

/** A declaration of methods by a feature. */
const HANDLERS = `class Feature {
  handlers;
  constructor() {
    this.handlers = { 'tools/call': () => 1, ...(lists && { 'tools/list': () => 2 }) };
  }
}
class Other {
  readonly handlers: object = { 'prompts/get': () => 1 };
}
`;

/** Places that are left out. */
const PLACES: readonly (readonly [path: string, source: string])[] = [
  ['generated/a.ts', "send('tools/call');"],
  ['schema/2025-11-25/a.ts', "send('tools/call');"],
  ['sdk/src/conversions/a.ts', "send('tools/call');"],
  ['runtime/src/registry/a.ts', "send('tools/call');"],
  ['auth/src/registry/a.ts', "send('tools/call');"],
  ['generator/registry/a.ts', "send('tools/call');"],
  ['generator/diff/guide.ts', "const places = ['tools/call'];"],
  ['generator/model/conventions.ts', 'const own = /^notifications\\//;'],
  ['sdk/src/server/handlers.ts', HANDLERS],
];

/** Places that resemble them. */
const OTHER_PLACES: readonly (readonly [path: string, source: string])[] = [
  ['sdk/src/schema/a.ts', "send('tools/call');"],
  ['runtime/src/handlers.ts', HANDLERS],
  ['sdk/src/server/otherProperty.ts', HANDLERS.replaceAll('handlers', 'others')],
  ['sdk/src/server/values.ts', "class A { handlers = { call: 'tools/call' }; }"],
  ['sdk/src/server/variable.ts', "const handlers = { 'tools/call': () => 1 };"],
];

const files = {
  ...Object.fromEntries(REFUSED.map(([, source], at) => [`sdk/src/refused/${at}.ts`, source])),
  ...Object.fromEntries(ALLOWED.map(([, source], at) => [`sdk/src/allowed/${at}.ts`, source])),
  ...Object.fromEntries([...PLACES, ...OTHER_PLACES]),
  'runtime/src/a.ts': "send('tools/call');",
  'runtime/src/http/client/a.ts': "send('tools/call');",
  'auth/src/server/a.ts': "send('tools/call');",
  'generator/targets/typescript/a.ts': "send('tools/call');",
  'sdk/src/all.ts': `const names = ${JSON.stringify([...namesOf(), ...codesOf()])};`,
};

let found: Promise<ReturnType<typeof findLiterals>> | undefined;

/** Lints all cases in one run: the linter takes longer to start than to lint them. */
async function findAll(): Promise<ReturnType<typeof findLiterals>> {
  const folder = await temporaryFolder(files);
  return findLiterals(folder, [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))]);
}

async function messagesIn(path: string): Promise<readonly string[]> {
  found ??= findAll();
  return (await found).filter((each) => each.path === path).map(({ message }) => message);
}

describe('the rule refuses', () => {
  test.each(REFUSED.map((row, at) => [row[0], at, row[2]] as const))('%s', async (_, at, message) => {
    expect(await messagesIn(`sdk/src/refused/${at}.ts`)).toEqual([expect.stringContaining(message)]);
  });

  test('every name of the registry', async () => {
    expect(await messagesIn('sdk/src/all.ts')).toHaveLength(namesOf().length + codesOf().length);
  });

  test.each(OTHER_PLACES.map(([path]) => path))('names in %s', async (path) => {
    expect(await messagesIn(path)).not.toEqual([]);
  });
});

describe('the rule allows', () => {
  test.each(ALLOWED.map(([name], at) => [name, at] as const))('%s', async (_, at) => {
    expect(await messagesIn(`sdk/src/allowed/${at}.ts`)).toEqual([]);
  });

  test.each(PLACES.map(([path]) => path))('names in %s', async (path) => {
    expect(await messagesIn(path)).toEqual([]);
  });
});

test.each([
  ['runtime/src/a.ts', './registry/methods.js'],
  ['runtime/src/http/client/a.ts', '../../registry/methods.js'],
  ['auth/src/server/a.ts', '../registry/methods.js'],
  ['generator/targets/typescript/a.ts', '../../registry/methods.js'],
])('the message for %s names the copy of its package', async (path, specifier) => {
  expect(await messagesIn(path)).toEqual([expect.stringContaining(`"${specifier}"`)]);
});

test('the packages whose sources are checked have the modules that messages name', () => {
  expect(readdirSync(join(ROOT, 'runtime/src/registry'))).toContain('methods.ts');
  expect(readdirSync(join(ROOT, 'auth/src/registry'))).toContain('methods.ts');
  expect(readdirSync(join(ROOT, 'generator/registry'))).toContain('methods.ts');
});

/** The strings of the registry that are refused wherever they stand. */
function namesOf(): readonly string[] {
  const strings = [methods, taskMethods, headers].flatMap((module) =>
    Object.values(module).filter((value) => typeof value === 'string'),
  );
  const keys = Object.values(metaKeys).filter((key) => key.includes('/'));
  const words = (name: string): boolean => name !== methods.ping && name !== methods.initialize;
  return [...new Set([...strings, ...keys, ...Object.keys(revisions)])].filter(words);
}

function codesOf(): readonly number[] {
  return Object.values(codes);
}
