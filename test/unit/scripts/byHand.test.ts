/** The lines of a small project that are written by hand for one revision. */

import { describe, expect, test } from 'vitest';
import { buildRegistry, type Registry } from '../../../generator/analyze/registry.js';
import { linesOfRevision, linesWithName, namesOf, type HandWritten } from '../../../scripts/byHand/scan.mjs';
import { runProgram } from '../../support/runCli.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const [OLD, MIDDLE, NEW] = ['2031-01-01', '2031-02-02', '2031-03-03'] as const;

const message = {
  kind: 'request',
  sender: 'client',
  lifecycle: false,
  paginated: false,
  asks: false,
  cacheable: false,
} as const;
const REGISTRY: Registry = {
  ...buildRegistry([]),
  revisions: [OLD, MIDDLE, NEW].map((id) => ({ id, era: 'session', batching: false })),
  messages: [
    { ...message, method: 'tools/list', name: 'listTools', since: OLD },
    { ...message, method: 'tasks/get', name: 'getTask', since: MIDDLE, until: MIDDLE },
  ],
  features: [
    { name: 'icons', what: '', value: true, since: NEW },
    { name: 'sse', what: '', value: true, since: OLD, until: OLD },
  ],
  errors: [{ name: 'Gone', what: '', value: -32_050, since: NEW }],
  headers: [{ name: 'sessionId', what: '', value: 'Mcp-Session-Id', since: OLD, until: MIDDLE }],
};

const FILES = {
  'schema/revisions.json': `[
  { "id": "${OLD}" },
  {
    "id": "${MIDDLE}"
  }
]`,
  'schema/overrides.json': `{
  "methods": [
    { "method": "tools/list", "from": "${OLD}" },
    { "method": "tasks/get", "from": "${MIDDLE}", "until": "${MIDDLE}" }
  ],
  "headers": [{ "name": "sessionId", "from": "${OLD}", "until": "${MIDDLE}" }]
}`,
  'generated/registry/methods.ts': `export const toolsList = 'tools/list';\nexport const tasksGet = 'tasks/get';`,
  'generated/registry/errors.ts': `export const Gone = { code: -32050, since: '${NEW}' } as const;`,
  'generated/registry/headers.ts': `export const sessionId = 'mcp-session-id';`,
  'runtime/src/registry/headers.ts': `export const sessionId = 'mcp-session-id'; export const copied = '${MIDDLE}';`,
  [`sdk/src/conversions/${OLD}.ts`]: `import { both, withoutIcons } from './parts.js';\nexport const conversions = [both, withoutIcons];`,
  [`sdk/src/conversions/${MIDDLE}.ts`]: `import { both, task as made } from './parts.js';\n\nexport const conversions = { 'tasks/get': [both, made()] };`,
  'sdk/src/conversions/modules.ts': `export const MODULES = { '${MIDDLE}': 1 };`,
  'sdk/src/conversions/parts.ts': `import { helper } from './helper.js';
export const both = 1;
export const withoutIcons = 2;
/**
 * Makes a task.
 */
export function task(): number {
  return helper(inner);
}
const inner = 3;
export const unused = 4;`,
  'sdk/src/conversions/helper.ts': 'export const helper = (value: number): number => value;',
  'sdk/src/server.ts': `import { Gone } from '@mcp-gen/protocol/registry/errors';
import * as features from '@mcp-gen/protocol/registry/features';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Task, Tool as Listed } from '@mcp-gen/protocol/author';
export const used = [features.icons, features.sse, Gone, Method.tasksGet, Method.toolsList];
export const table = { 'tasks/get': 1, Gone: 2 };
export const other = { tasksGet: 1 }.tasksGet;
export function list(tool: Listed): Task { throw new Error('Not in ${NEW}' + tool); }`,
  'sdk/src/alias.ts': `import type { Tool } from '@mcp-gen/protocol/author';
export type Offered = Tool;
export interface Shelf { readonly first: Offered }`,
  'sdk/src/aliased.ts': `import type { Offered as Given } from './alias.js';
import { isStateless } from './era.js';
export const give = (given: Given, link: { isStateless: boolean }): Given => (isStateless(given.name) || link.isStateless ? given : given);`,
  'runtime/src/http.ts': `import * as Header from './registry/headers.js';\nexport const header = Header.sessionId;`,
};

async function ofRevision(id: string): Promise<readonly string[]> {
  return texts(linesOfRevision(await temporaryFolder(FILES), REGISTRY, id));
}

function texts(found: readonly HandWritten[]): readonly string[] {
  return found.map(({ kind, file, line, lines, about }) => `${kind} ${file}:${line}+${lines} ${about}`.trimEnd());
}

describe('the lines of a revision', () => {
  test('are conversions that only it reaches, rows, uses, and literals', async () => {
    expect(await ofRevision(MIDDLE)).toEqual([
      `conversions sdk/src/conversions/${MIDDLE}.ts:1+3 module`,
      'conversions sdk/src/conversions/helper.ts:1+1 helper',
      'conversions sdk/src/conversions/parts.ts:4+6 task',
      'conversions sdk/src/conversions/parts.ts:10+1 inner',
      'row schema/revisions.json:3+3 record',
      'row schema/overrides.json:4+1 tasks/get begins and ends',
      'row schema/overrides.json:6+1 sessionId ends',
      'use runtime/src/http.ts:2+1 sessionId ends',
      'use sdk/src/server.ts:5+1 tasksGet begins and ends',
      'use sdk/src/server.ts:6+1 tasks/get begins and ends',
    ]);
  });

  test('are what ends with the oldest one, but not what begins with it', async () => {
    expect(await ofRevision(OLD)).toEqual([
      `conversions sdk/src/conversions/${OLD}.ts:1+2 module`,
      'conversions sdk/src/conversions/parts.ts:3+1 withoutIcons',
      'row schema/revisions.json:2+1 record',
      'use sdk/src/server.ts:5+1 sse ends',
    ]);
  });

  test('are texts that name it, and names that are imported alone', async () => {
    expect(await ofRevision(NEW)).toEqual([
      'use sdk/src/server.ts:5+1 icons begins',
      'use sdk/src/server.ts:5+1 Gone begins',
      `literal sdk/src/server.ts:8+1 "Not in ${NEW}"`,
    ]);
  });
});

test.each([
  ['tools/list', ['use sdk/src/server.ts:5+1']],
  [
    'tasks/get',
    ['use sdk/src/conversions/2031-02-02.ts:3+1', 'use sdk/src/server.ts:5+1', 'use sdk/src/server.ts:6+1'],
  ],
  ['icons', ['use sdk/src/server.ts:5+1']],
  ['-32050', ['use sdk/src/server.ts:5+1']],
  [
    'Tool',
    [
      'use sdk/src/alias.ts:1+1',
      'use sdk/src/alias.ts:2+1',
      'use sdk/src/alias.ts:3+1 as Offered',
      'use sdk/src/aliased.ts:3+1 as Offered',
      'use sdk/src/aliased.ts:3+1 as Offered',
      'use sdk/src/server.ts:4+1',
      'use sdk/src/server.ts:8+1',
    ],
  ],
  ['Listed', []],
])('the lines with %s', async (name, lines) => {
  expect(texts(linesWithName(await temporaryFolder(FILES), REGISTRY, name))).toEqual(lines);
});

test('the first revision of an era has the lines that tell eras apart', async () => {
  const revisions = REGISTRY.revisions.map((each) => (each.id === NEW ? { ...each, era: 'stateless' as const } : each));
  const root = await temporaryFolder(FILES);
  const of = (id: string): readonly string[] =>
    texts(linesOfRevision(root, { ...REGISTRY, revisions }, id)).filter((line) => line.startsWith('era'));
  expect(of(NEW)).toEqual([
    'era sdk/src/aliased.ts:3+1 isStateless(given.name)',
    'era sdk/src/aliased.ts:3+1 link.isStateless',
  ]);
  expect(of(MIDDLE)).toEqual([]);
});

test('the names are those of the registry and of the unified types', async () => {
  const names = namesOf(await temporaryFolder(FILES), REGISTRY);
  for (const name of ['tools/list', 'toolsList', 'icons', 'Gone', '-32050', 'Mcp-Session-Id', 'Tool']) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain('Listed');
});

test('a name that is unknown is an error with the nearest name', async () => {
  const { code, stdout, stderr } = await runProgram(ROOT, process.execPath, ['scripts/byHand.mjs', 'Iconn']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Unknown name Iconn. Did you mean Icon');
});
