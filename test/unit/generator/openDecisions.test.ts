/** Nothing that only a person can decide is decided silently: it is an error for a release, and a listed guess in a draft. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emitFolder } from '../../support/emitProtocols.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import { factsOf, type MethodFacts, type RevisionFacts } from '../../../generator/model/facts.js';
import type { OpenDecision } from '../../../generator/model/openDecisions.js';
import { allMessages } from '../../../generator/model/protocol.js';
import type { RecordedSubject, Subjects } from '../../../generator/model/subjects.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { SchemaProblems, type Problem } from '../../../generator/problems.js';
import { rename } from '../../edits/change.js';
import { REVISION_IDS, ROOT, schemaText, type RevisionId } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

/** A revision of the same content under a date that nobody has decided about, right after its own. */
const LATER: { readonly [Id in RevisionId]: string } = {
  '2024-11-05': '2024-11-06',
  '2025-03-26': '2025-03-27',
  '2025-06-18': '2025-06-19',
  '2025-11-25': '2025-11-26',
  '2026-07-28': '2026-07-29',
};

async function compileAs(
  revision: string,
  text: string,
  completeness: 'release' | 'draft',
): ReturnType<typeof emitFolder> {
  const folder = await temporaryFolder({ [`${revision}/schema.ts`]: text });
  return emitFolder([revision], folder, { completeness });
}

async function problemsOf(revision: string, text: string): Promise<readonly Problem[]> {
  const failure: unknown = await compileAs(revision, text, 'release').catch((error: unknown) => error);
  if (failure instanceof SchemaProblems) return failure.problems;
  throw new Error('The schema was not refused', { cause: failure });
}

describe.each(REVISION_IDS)('revision %s under a date that nobody has decided about', (id) => {
  const later = LATER[id];

  test('is refused, with each open decision at its place', async () => {
    const problems = await problemsOf(later, schemaText(id));
    const messages = problems.map(({ message }) => message);
    const methods = TABLES.methods.filter(
      ({ extension, from, until = later }) => extension === undefined && from <= id && id <= until,
    );
    expect(methods.length).toBeGreaterThan(15);
    for (const { method } of methods) {
      expect(messages).toContainEqual(
        expect.stringMatching(`^No decision about the method ${method}\\. Guess from ${id}: `),
      );
    }
    const corrections = TABLES.errata.filter(({ from, until = later }) => from <= id && id <= until);
    for (const { place } of corrections) {
      expect(messages).toContainEqual(
        expect.stringContaining(`the correction of ${place}. Guess from ${id}: it still applies`),
      );
    }
    expect(messages).toContainEqual(
      `No decision about the era of revision "${later}". Guess from ${id}: the era is "${factsOf(id, TABLES).revision.era}"`,
    );
    const places = problems.filter(({ message }) => message.includes('tools/call'));
    const lines = schemaText(id).split('\n');
    expect(places.map(({ line }) => lines[line - 1])).toEqual([expect.stringContaining('interface CallToolRequest')]);
  });

  test('is compiled as a draft to the same code, marked, with the same decisions as a list', async () => {
    const [draft, own] = [
      await compileAs(later, schemaText(id), 'draft'),
      await emitFolder([id], join(ROOT, 'schema')),
    ];
    const [protocol] = draft.protocols;
    const problems = await problemsOf(later, schemaText(id));
    expect(protocol?.openDecisions.map(({ message }) => message).toSorted()).toEqual(
      problems.map(({ message }) => message).toSorted(),
    );
    const mark = ` (draft: ${problems.length} open decisions)`;
    const served = draft.files.filter(({ path }) => path.endsWith('/served.ts'));
    expect(served).toHaveLength(1);
    const others = draft.files.filter((file) => !served.includes(file));
    const withoutMark = others.map(({ path, text }) => {
      expect(text.split('\n', 1)[0]).toContain(`schema.ts${mark}. DO NOT EDIT.`);
      return { path: path.replaceAll(later, id), text: text.replace(mark, '').replaceAll(later, id) };
    });
    expect(withoutMark).toEqual(own.files);
  });
});

test('the era is guessed from the request that opens a conversation, and from the facts without one', async () => {
  const eras = ['2025-11-25', '2026-07-28'].map(async (id) => {
    const [draft] = (await compileAs('2031-01-01', schemaText(id), 'draft')).protocols;
    return draft?.era;
  });
  expect(await Promise.all(eras)).toEqual(['session', 'stateless']);
  const { protocols } = await compileAs('2031-01-01', 'export interface A {\n  b: string;\n}\n', 'draft');
  expect(protocols).toMatchObject([{ era: 'stateless' }]);
});

test('every revision that is released has no open decision, and a row for each of its methods', async () => {
  const { protocols } = await emitFolder(REVISION_IDS, join(ROOT, 'schema'));
  expect(protocols).toHaveLength(REVISION_IDS.length);
  for (const protocol of protocols) {
    expect(protocol.openDecisions).toEqual([]);
    const methods = allMessages(protocol).map(({ method }) => method);
    expect([...factsOf(protocol.revision, TABLES).methods.keys()].toSorted()).toEqual(methods.toSorted());
  }
});

test('a method without a row is reported in a released revision, too', async () => {
  const text = schemaText('2025-03-26').replace("method: 'tools/call'", "method: 'tools/invoke'");
  const messages = (await problemsOf('2025-03-26', text)).map(({ message }) => message);
  expect(messages).toEqual([
    'overrides.json has a row for the method tools/call, which the schema does not have',
    'No decision about the method tools/invoke. Guess: it needs no capability',
  ]);
});

describe('the advice for a method', () => {
  const id = '2027-01-01';
  const base = '2026-07-28';
  const text = schemaText(base).replace("method: 'tools/call'", "method: 'tools/invoke'");
  const facts = TABLES.revisions.find((each) => each.id === base) as RevisionFacts;

  function decisionOn(
    method: string,
    rows: readonly MethodFacts[],
    subject?: RecordedSubject,
  ): OpenDecision | undefined {
    const decision = `methods/${method}`;
    const tables = {
      ...TABLES,
      revisions: [...TABLES.revisions, { ...facts, id, open: [decision], guessedFrom: base }],
      methods: [...TABLES.methods.filter((each) => each.method !== 'tools/call'), ...rows],
      subjects: { ...TABLES.subjects, [id]: subject ? { [decision]: subject } : {} },
    };
    const { openDecisions } = buildProtocol(readTypeScript(text, 'schema.ts'), id, tables, 'draft');
    return openDecisions.find((each) => each.decision === decision);
  }

  const invoke = { method: 'tools/invoke', capability: 'tools', source: 'a page' };
  test.each([
    ['that goes on', [{ ...invoke, from: base }], base],
    [
      'that was copied from an earlier one',
      [
        { ...invoke, from: '2025-03-26', until: '2025-06-18' },
        { ...invoke, from: id },
      ],
      '2025-06-18',
    ],
    [
      'that was copied from a draft',
      [
        { ...invoke, from: id, until: id },
        { ...invoke, from: 'draft' },
      ],
      'draft',
    ],
  ])('names the revision of a row %s', (_, rows, from) => {
    expect(decisionOn('tools/invoke', rows)?.message).toBe(
      `No decision about the method tools/invoke. Guess from ${from}: its capability is "tools"`,
    );
  });

  test('names no revision for a row that is in no other one, and the one that a decision was confirmed for', () => {
    const rows = [{ ...invoke, from: id }];
    expect(decisionOn('tools/invoke', rows)?.message).toContain('tools/invoke. Guess: its');
    const was = { revision: 'draft', subject: ['paginated'] };
    const subject = { value: 'capability tools', subject: [], was };
    expect(decisionOn('tools/invoke', rows, subject)?.message).toContain('tools/invoke. Guess from draft: its');
  });

  test.each<[string[], string[], string]>([
    [['paginated'], [], 'correct the schema, which states it.'],
    [['params.a: string'], ['params.a: number'], 'correct the schema, which states it.'],
    [['result: A'], ['result: B'], `end its row in overrides.json with "until", and add one from ${id}.`],
    [['paginated', 'capability a of the server: X'], [], `with "until", and add one from ${id}.`],
  ])('says where %j is corrected', (before, now, advice) => {
    const subject = { value: 'capability tools', subject: now, was: { revision: base, subject: before } };
    expect(decisionOn('tools/list', [], subject)?.remedy.endsWith(advice)).toBe(true);
  });
});

/** The messages about some decisions of a new revision, for which the decisions in `open` are left to make. */
function messagesAbout(
  decisions: RegExp,
  text: string,
  { id, ...record }: Partial<RevisionFacts> & { readonly id: string },
  more: Subjects = {},
): readonly string[] {
  const before = TABLES.revisions.find((each) => each.id === '2026-07-28') as RevisionFacts;
  const tables = {
    ...TABLES,
    revisions: [...TABLES.revisions, { ...before, id, guessedFrom: before.id, ...record }],
    subjects: { ...TABLES.subjects, [id]: { ...TABLES.subjects[before.id], ...more } },
  };
  const { openDecisions } = buildProtocol(readTypeScript(text, 'schema.ts'), '2027-01-01', tables, 'draft');
  return openDecisions.filter(({ message }) => decisions.test(message)).map(({ message }) => message);
}

test.each(['era', 'batching', 'metadataKeys', 'dialect'])(
  'the %s of a revision is a decision, whether the others are made or not',
  (decision) => {
    const about = /^No decision about the (\w+) of revision "2027-01-01"/;
    const messages = messagesAbout(about, schemaText('2026-07-28'), { id: '2027-01-01', open: [decision] });
    expect(messages.map((message) => about.exec(message)?.[1])).toEqual([decision]);
  },
);

test('a value in doubt is a decision, whether the values before it are decided or not', () => {
  const share = (name: string): string => `/** A share between 0 and 1. */ ${name}: number;`;
  const text = `${schemaText('2026-07-28')}\nexport interface Shares {\n${share('a')}\n${share('b')}\n}`;
  const decided = { value: 'integer', subject: [] };
  const subjects = { 'numbers/Shares.a': decided, 'numbers/Shares.b': decided };
  for (const open of [[], ['numbers/Shares.a'], ['numbers/Shares.b']]) {
    const messages = messagesAbout(/Shares\.[ab]/, text, { id: '2027-01-01', open }, subjects);
    expect(messages.map((message) => `numbers/${/Shares\.[ab]/.exec(message)?.[0]}`)).toEqual(open);
  }
});

test('a capability that is not declared is a decision, unless those of its side are not declared at all', () => {
  const about = /^No decision about the method prompts\//;
  const text = schemaText('2026-07-28');
  const messages = (schema: string) => messagesAbout(about, schema, { id: '2027-01-01' });
  expect(messages(text)).toEqual([]);
  expect(messages(text.replace('  prompts?: {', '  prompt?: {'))).toContain(
    'No decision about the method prompts/get: its capability "prompts" is not declared in ServerCapabilities. Nearest: "prompt"',
  );
  expect(messages(rename('ServerCapabilities', 'ServerFeatures')(text))).toEqual([]);
});

describe('the name of a declaration that has a meaning', () => {
  const text = schemaText('2026-07-28');
  const renamed = rename('PaginatedResult', 'PagedResult')(text);
  const names = { PaginatedResult: 'PagedResult' };
  const REMOVED = ', which is not declared. Guess: it was removed';
  const NEW_NAME = ', which is not declared. Guess: its name is PagedResult now';
  const about = 'No decision about PaginatedResult, the base of paginated results';

  test.each<[what: string, text: string, record: Partial<RevisionFacts>, message: string | undefined]>([
    ['as before', text, {}, undefined],
    ['in doubt', text, { open: ['names/PaginatedResult'] }, '. Guess from 2026-07-28: it means the same'],
    ['that the record has', renamed, { names }, undefined],
    ['in doubt, and removed', renamed, { open: ['names/PaginatedResult'] }, REMOVED],
    ['that the record has, and the schema does not', text, { names }, ': PagedResult is not declared, either'],
  ])('%s, in a revision with a record', (_, schema, record, message) => {
    const messages = messagesAbout(/about PaginatedResult,/, schema, { id: '2027-01-01', ...record });
    expect(messages).toEqual(message === undefined ? [] : [`${about}${message}`]);
  });

  test.each<[what: string, text: string, record: Partial<RevisionFacts>, message: string | undefined]>([
    ['as before', text, {}, undefined],
    ['that the revision before has', renamed, { names }, undefined],
    ['that the revision before does not have', renamed, {}, NEW_NAME],
  ])('%s, in a revision without a record', (_, schema, record, message) => {
    const messages = messagesAbout(/about PaginatedResult,/, schema, { id: '2026-12-01', ...record });
    expect(messages).toEqual(message === undefined ? [] : [`${about}${message}`]);
  });
});

describe('a method of an extension', () => {
  const REVISION = '2025-11-25';
  const EXTENSION = `
    export interface OpenTabRequest extends JSONRPCRequest { method: 'tabs/open'; params: { url: string } }
    export interface OpenTabResult extends Result { opened: boolean }
    export type ServerRequest = OpenTabRequest;`;
  const ROW = {
    method: 'tabs/open',
    extension: 'com.example/tabs',
    from: '2024-11-05',
    capability: 'extensions.com.example/tabs',
    source: 'a page',
  };
  const MESSAGE = 'No decision about the method tabs/open of an extension. Guess: it needs no capability';

  async function compileWith(
    rows: readonly object[],
    options: { draft?: boolean } = {},
  ): ReturnType<typeof emitFolder> {
    const folder = await temporaryFolder({
      'tabs.ts': EXTENSION,
      'overrides.json': JSON.stringify({ methods: rows }),
    });
    return emitFolder([REVISION], join(ROOT, 'schema'), {
      extensions: [{ file: join(folder, 'tabs.ts') }],
      completeness: options.draft ? 'draft' : 'release',
    });
  }

  test.each([
    ['without a row', []],
    ['with a row of the protocol itself', [{ ...ROW, extension: undefined }]],
    ['with a row that holds for other revisions', [{ ...ROW, from: '2026-07-28' }]],
    ['with a row that is undecided', [{ ...ROW, capability: null }]],
  ])('%s is an open decision', async (_, rows) => {
    const failure: unknown = await compileWith(rows).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SchemaProblems);
    const [problem, ...others] = (failure as SchemaProblems).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ line: 2, column: 5, message: MESSAGE });
    expect(problem?.remedy).toMatch(
      /"extension":"com\.example\/name","from":"2025-11-25"|extensions\.com\.example\/tabs/,
    );
  });

  test('takes a guess in a draft, which is listed and marked', async () => {
    const { protocols, files } = await compileWith([], { draft: true });
    expect(protocols[0]?.openDecisions.map(({ message }) => message)).toEqual([MESSAGE]);
    expect(files[0]?.text.split('\n', 1)[0]).toContain('(draft: 1 open decision)');
  });

  test('has the capability of its row', async () => {
    const { protocols } = await compileWith([ROW]);
    const message = protocols.flatMap(allMessages).find(({ method }) => method === ROW.method);
    expect(message).toMatchObject({ capability: ROW.capability });
    expect(message).not.toHaveProperty('since');
  });
});

test.each([
  [
    'a request without a result',
    'export interface CallToolResult ',
    /CallToolRequest \(tools\/call\) has no result: CallToolResult/,
  ],
  ['a message that nobody sends', '  | CallToolRequest\n', /^CallToolRequest \(tools\/call\) has no sender$/],
])('%s is an error for a release, and an open decision of a draft', async (_, part, message) => {
  const text = schemaText('2025-03-26');
  expect(text.split(part)).toHaveLength(2);
  const edited = text
    .replace(part, part.startsWith('export') ? 'export interface ToolOutput ' : '')
    .replaceAll(/^ {2}\| CallToolResult$/gm, '');
  const stated = expect.objectContaining({ message: expect.stringMatching(message) as string }) as Problem;
  expect(await problemsOf('2025-03-27', edited)).toContainEqual(stated);
  const { protocols } = await compileAs('2025-03-27', edited, 'draft');
  expect(protocols[0]?.openDecisions).toContainEqual(stated);
});

test('a union that is not declared is an open decision', async () => {
  const text = schemaText('2025-03-26').replace(/export type ServerNotification =[^;]*;/, '');
  const messages = (await problemsOf('2025-03-27', text)).map(({ message }) => message);
  expect(messages).toContain(
    'No decision about the union ServerNotification, which is not declared. Guess: it would have no messages',
  );
});

test('rows of the facts hold for ranges of revisions that exist, and never two for one method', () => {
  const known = TABLES.revisions.map(({ id }) => id);
  expect(known).toEqual(REVISION_IDS);
  const own = TABLES.methods.filter(({ extension }) => extension === undefined);
  for (const { method, from, until = from, source } of TABLES.methods) {
    expect(known, method).toContain(from);
    expect(known.slice(known.indexOf(from)), method).toContain(until);
    expect(source, method).toMatch(/^\S+: /);
  }
  for (const revision of known) {
    const rows = own.filter(({ from, until = revision }) => from <= revision && revision <= until);
    expect(rows.map(({ method }) => method)).toHaveLength(factsOf(revision, TABLES).methods.size);
  }
});
