/** A later revision that nobody has prepared for: the newest one with an invented future. No table has a row for it. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emitFolder } from '../../support/emitProtocols.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { compare } from '../../oracle/compare.js';
import { patchedDefinitions } from '../../oracle/patchSchema.js';
import { untaggedUnions } from '../../oracle/unions.js';
import { loadJudges } from '../../support/loadGenerated.js';
import { runCli } from '../../support/runCli.js';
import { deriveText } from '../../support/compileText.js';
import { readProjectFile, ROOT, schemaText } from '../../support/schemas.js';
import { errataOf } from '../../support/tables.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { typeErrors } from '../../support/typeErrors.js';

const NEWEST = '2026-07-28';
const UNSEEN = '2027-06-30';

const EDITS: readonly (readonly [was: string, is: string])[] = [
  [`LATEST_PROTOCOL_VERSION = '${NEWEST}'`, `LATEST_PROTOCOL_VERSION = '${UNSEEN}'`],
  ['export type ContentBlock = TextContent', 'export type ContentBlock = VideoContent | TextContent'],
  ["export type Role = 'user' | 'assistant';", "export type Role = 'user' | 'assistant' | 'narrator';"],
  ['interface ListToolsResult extends', 'interface ToolPage extends'],
  ['  result: ListToolsResult;', '  result: ToolPage;'],
  ['  | ListToolsResult\n', '  | ToolPage\n  | PreviewToolResult\n'],
  ['export type ClientRequest =\n', 'export type ClientRequest =\n  | PreviewToolRequest\n'],
  ['export type ServerNotification =\n', 'export type ServerNotification =\n  | PromptExpiredNotification\n'],
];

/** @throws if an edit has no place, or several */
function unseenText(): string {
  const edited = EDITS.reduce((text, [was, is]) => {
    const parts = text.split(was);
    if (parts.length !== 2) throw new Error(`Not exactly once in the schema of ${NEWEST}: ${was}`);
    return parts.join(is);
  }, schemaText(NEWEST));
  return `${edited}\n${readProjectFile('test/fixtures/unseen/additions.ts')}`;
}

/** The schema folder of a revision. */
function schemaFolder(text: string): Promise<string> {
  return temporaryFolder({ [`${UNSEEN}/schema.ts`]: text });
}

async function problemsOf(text: string): Promise<SchemaProblems['problems']> {
  const failure: unknown = await emitFolder([UNSEEN], await schemaFolder(text), {
    completeness: 'fragment',
  }).catch((error: unknown) => error);
  if (failure instanceof SchemaProblems) return failure.problems;
  throw new Error('The schema was not refused', { cause: failure });
}

test('it is compiled, and what compiles against it does', { timeout: 120_000 }, async () => {
  const { files } = await emitFolder([UNSEEN], await schemaFolder(unseenText()), { completeness: 'draft' });
  const user = `
    import { ServerStub, ClientStub, isVideoContent, type ServerHandlers, type ToolPage } from './index.js';
    export async function preview(client: ClientStub): Promise<string | undefined> {
      const { outline } = await client.previewTool({ ...({} as Parameters<ClientStub['previewTool']>[0]), budget: 'free' });
      return outline.children?.[0]?.groups?.['a']?.[0]?.length.toFixed() ?? outline.title;
    }
    export const tell = (server: ServerStub, name: string): Promise<void> => server.promptExpired({ name });
    export const page = (client: ClientStub): Promise<ToolPage> => client.listTools({} as never);
    export const handlers: ServerHandlers = { previewTool: ({ name }) => ({ name }) as never };
    export const is: (value: unknown) => boolean = isVideoContent;
  `;
  const texts = new Map([
    ...files.map((file): [string, string] => [file.path, file.text]),
    [`${UNSEEN}/user.ts`, user],
  ]);
  expect(typeErrors(texts)).toEqual([]);
  const wrong = user.replace("budget: 'free'", "budget: 'dear'");
  expect(typeErrors(texts.set(`${UNSEEN}/user.ts`, wrong)).map(({ path }) => path)).toEqual([`${UNSEEN}/user.ts`]);
});

test('what no table says of it is taken from the newest revision before it', async () => {
  const { protocols } = await emitFolder([UNSEEN], await schemaFolder(unseenText()), { completeness: 'draft' });
  const [protocol] = protocols;
  const find = (method: string) => protocol?.requests.find((request) => request.method === method);
  expect(protocol).toMatchObject({ revision: UNSEEN, era: 'stateless', batching: false, dialect: '2020-12' });
  expect(find('tools/list')).toMatchObject({ capability: 'tools', results: ['ToolPage'], paginated: true });
  expect(find('tools/preview')).toMatchObject({ name: 'previewTool', senders: ['client'], lifecycle: false });
  expect(find('tools/preview')).not.toHaveProperty('capability');
});

test('its guards and explanations agree with Ajv', { timeout: 120_000 }, async () => {
  const { protocols, files } = await emitFolder([UNSEEN], await schemaFolder(unseenText()), {
    completeness: 'draft',
  });
  const judges = loadJudges(files);
  const definitions = patchedDefinitions(deriveText(unseenText(), UNSEEN), judges.guards, errataOf(UNSEEN));
  const unions = protocols.flatMap(untaggedUnions);
  const untagged = new Map(unions.map(([definition, place, , tag]) => [definition + place, tag]));
  const all = compare({ ...judges, definitions, untagged }, 20_000, 1);
  expect(all.disagreements).toEqual([]);
  const names = [
    'VideoContent',
    'ContentBlock',
    'PreviewToolRequest',
    'PreviewToolResult',
    'OutlineNode',
    'Role',
    'ToolPage',
  ];
  const added = compare({ ...judges, definitions, untagged }, 5_000, 2, names);
  expect(added.disagreements).toEqual([]);
  expect(Math.min(added.counts.accepted, added.counts.refused)).toBeGreaterThan(1000);
});

test('diff tells what is new', async () => {
  const folder = await schemaFolder(unseenText());
  const { stdout } = await runCli(ROOT, 'diff', `schema/${NEWEST}/schema.ts`, join(folder, UNSEEN, 'schema.ts'));
  for (const news of ['tools/preview', 'notifications/prompts/expired', 'VideoContent', 'narrator', 'ToolPage']) {
    expect(stdout).toContain(news);
  }
});

describe('refused, with one problem', () => {
  test.each([
    ['export type ToolMap = Map<string, Tool>;', 23, /^Map is not a type of JSON values/, /^JSON has no maps/],
    ['export type Level = Map;', 21, /^Generic type 'Map<Key, Value>' requires 2 type argument/, /^Correct the schema/],
    ['export type Level = `level-${number}`;', 21, /^`level-\$\{number\}` is not a type/, /^Write string/],
  ])('%s', async (construct, column, message, remedy) => {
    const text = `${unseenText()}\n${construct}\n`;
    const line = unseenText().split('\n').length + 1;
    expect(await problemsOf(text)).toEqual([
      {
        file: expect.stringMatching(/schema\.ts$/) as string,
        line,
        column,
        message: expect.stringMatching(message) as string,
        remedy: expect.stringMatching(remedy) as string,
      },
    ]);
  });

  test('a request without a result of its name: the remedy names the table for it', async () => {
    const text = unseenText().replace(/export interface PreviewToolResultResponse [^}]*}\n/, '');
    const renamed = text.replaceAll('PreviewToolResult', 'ToolPreview');
    const problems = await problemsOf(renamed);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toBe(
      'PreviewToolRequest (tools/preview) has no result: PreviewToolResult is not declared. Guess: EmptyResult',
    );
    expect(problems[0]?.remedy).toContain('a row for tools/preview in overrides.json');
  });
});
