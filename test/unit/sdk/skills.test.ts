/** Skills: a server of a folder, and a client that believes nothing it has not verified. */

import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Server } from '@mcp-gen/sdk';
import type { Client } from '@mcp-gen/sdk/client';
import { skills as extension, type Skill, type SkillsClient, type SkillsOptions } from '@mcp-gen/sdk/skills';
import { Host } from '@mcp-gen/sdk/host';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../../sdk/src/skills/yaml.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { connectUntilEnd, testClientUntilEnd, untilEnd } from '../../support/untilEnd.js';

const REFUNDS = `---
name: refunds
description: "Pays money back: to customers" # in a line
license: MIT
metadata:
  version: 2
  tags: [money, 'two words']
---
# Refunds

See references/a b.md
`;
const FILES = {
  'refunds/SKILL.md': REFUNDS,
  'refunds/references/a b.md': '\uFEFFÜber\r\n',
  'refunds/logo.png': new Uint8Array([0x89, 0x50, 0xff, 0]),
  'refunds/.hidden': 'secret',
  'git/SKILL.md': '---\nname: git\ndescription: >-\n  Branches\n  and commits\n---\n',
  'empty/README.md': 'no skill',
  'loose.md': 'no skill',
};

/** More skills than fit on a page. */
const NAMES = Array.from({ length: 101 }, (_, n) => `skill-${String(n).padStart(3, '0')}`);
const MANY = Object.fromEntries(
  NAMES.map((name) => [`${name}/SKILL.md`, `---\nname: ${name}\ndescription: One of many\n---\n`]),
);

async function folderOf(files: { readonly [path: string]: string | Uint8Array }): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

async function served(
  files: { readonly [path: string]: string | Uint8Array } = FILES,
  { dynamic, ...options }: SkillsOptions = {},
) {
  const server = serverOf(await folderOf(files), options);
  const client = await testClientUntilEnd(server, { revision: '2026-07-28', extensions: [extension({ dynamic })] });
  return { skills: server.extension(extension), client };
}

function serverOf(folder: string, options: SkillsOptions = {}): Server {
  return new Server({ name: 'billing', version: '1.0.0' }, { extensions: [extension({ folder, ...options })] });
}

function skillsOf(client: Client): SkillsClient {
  const own = client.extension(extension);
  if (own === undefined) throw new Error('The server has not declared the extension');
  return own;
}

/** Changes the results of one method, on their way to a client. */
function tamper(client: Client, method: string, change: (result: never) => object): void {
  client.use(async (message, next) => {
    const result = await next(message);
    return message.method === method ? change(result as never) : result;
  });
}

test('a folder is served whole, and read as it is', async () => {
  const { skills, client } = await served();
  expect(client.server.capabilities).toMatchObject({
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    resources: {},
  });
  const listed = await skillsOf(client).list();
  expect(listed).toEqual({ skills, refused: [] });
  expect(skills.map(({ uri }) => uri)).toEqual(['skill://git/SKILL.md', 'skill://refunds/SKILL.md']);
  const refunds = skills[1] as Skill;
  expect(refunds.frontmatter).toEqual({
    name: 'refunds',
    description: 'Pays money back: to customers',
    license: 'MIT',
    metadata: { version: 2, tags: ['money', 'two words'] },
  });
  expect(refunds.resources).toEqual([
    {
      uri: 'skill://refunds/SKILL.md',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as unknown,
      size: REFUNDS.length,
    },
    expect.objectContaining({ uri: 'skill://refunds/logo.png', size: 4 }),
    expect.objectContaining({ uri: 'skill://refunds/references/a%20b.md', size: 10 }),
  ]);
  const own = skillsOf(client);
  expect(await own.load(refunds)).toBe(REFUNDS);
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await own.read(refunds, 'references/a b.md'))).toBe(
    '\uFEFFÜber\r\n',
  );
  expect([...(await own.read(refunds, 'logo.png'))]).toEqual([0x89, 0x50, 0xff, 0]);
  expect(await own.get(refunds.uri)).toEqual(refunds);
  await expect(own.get('skill://other/SKILL.md')).rejects.toMatchObject({ code: -32602 });
  const { resources } = await client.request('resources/list', {});
  expect(resources.find(({ uri }) => uri === refunds.uri)).toMatchObject({
    name: 'refunds',
    description: 'Pays money back: to customers',
    mimeType: 'text/markdown',
  });
});

test('nothing is read before it is asked for', async () => {
  const { client } = await served();
  const read: string[] = [];
  tamper(client, 'resources/read', (result: { readonly contents: readonly { readonly uri: string }[] }) => {
    read.push(...result.contents.map(({ uri }) => uri));
    return result;
  });
  const skills = skillsOf(client);
  const [, refunds] = (await skills.list()).skills;
  await skills.get('skill://git/SKILL.md');
  expect(read).toEqual([]);
  await skills.load(refunds as Skill);
  expect(read).toEqual(['skill://refunds/SKILL.md']);
});

test('a list comes in pages, and under a prefix', async () => {
  const { client } = await served(MANY, { prefix: 'acme/billing', ttl: 5_000 });
  const first = await client.request('skills/list', {}, { result: { type: 'object' } });
  expect(first).toMatchObject({ ttlMs: 5_000, cacheScope: 'private', nextCursor: expect.any(String) as unknown });
  const { skills } = await skillsOf(client).list();
  expect(skills.map(({ uri }) => uri)).toEqual(NAMES.map((name) => `skill://acme/billing/${name}/SKILL.md`));
  await expect(client.request('skills/list', { cursor: 'x' }, { result: { type: 'object' } })).rejects.toMatchObject({
    code: -32602,
  });
});

describe('directories', () => {
  const DIRECTORY = 'inode/directory';

  async function children(client: Client, uri: string, cursor?: string) {
    const result = {
      type: 'object',
      properties: { resources: { type: 'array', items: { type: 'object' } }, nextCursor: { type: 'string' } },
      required: ['resources'],
    } as const;
    return client.request('resources/directory/read', { uri, ...(cursor !== undefined && { cursor }) }, { result });
  }

  test('have their files, as these are listed, and the directories below them', async () => {
    const { client } = await served();
    const { resources: listed } = await client.request('resources/list', {});
    const refunds = await children(client, 'skill://refunds');
    expect(refunds).toMatchObject({
      resources: [
        listed.find(({ uri }) => uri === 'skill://refunds/SKILL.md'),
        listed.find(({ uri }) => uri === 'skill://refunds/logo.png'),
        { uri: 'skill://refunds/references', name: 'references', mimeType: DIRECTORY },
      ],
    });
    expect(refunds).not.toHaveProperty('nextCursor');
    expect(await children(client, 'skill://refunds/references')).toMatchObject({
      resources: [listed.find(({ uri }) => uri === 'skill://refunds/references/a%20b.md')],
    });
  });

  test.each(['skill://refunds/SKILL.md', 'skill://refunds/', 'skill://other', 'skill://', 'skill:/', ''])(
    'are not URIs of files, or with a slash at the end: %j is an error',
    async (uri) => {
      const { client } = await served();
      await expect(children(client, uri)).rejects.toMatchObject({ code: -32602 });
    },
  );

  test('are those of the prefix too, and come in pages', async () => {
    const { client } = await served(MANY, { prefix: 'acme/billing' });
    expect(await children(client, 'skill://acme')).toMatchObject({
      resources: [{ uri: 'skill://acme/billing', name: 'billing', mimeType: DIRECTORY }],
    });
    const uri = 'skill://acme/billing';
    const { resources, nextCursor } = await children(client, uri);
    const last = await children(client, uri, nextCursor);
    expect(last).not.toHaveProperty('nextCursor');
    expect([...resources, ...last.resources]).toEqual(
      NAMES.map((name) => ({ uri: `${uri}/${name}`, name, mimeType: DIRECTORY })),
    );
    await expect(children(client, uri, 'x')).rejects.toMatchObject({ code: -32602 });
  });
});

test('a folder without skills declares nothing', async () => {
  const { skills, client } = await served({ 'loose.md': 'no skill' });
  expect(skills).toEqual([]);
  expect(client.server.capabilities).not.toHaveProperty('extensions');
});

test('frontmatter ends at a line of three hyphens, and not at the end of another line', async () => {
  const text = '---\nname: x\ndescription: Splits at ---\nallowed-tools: Read\n---\nBody\n---\n';
  const { skills, client } = await served({ 'x/SKILL.md': text });
  expect(skills[0]?.frontmatter).toEqual({ name: 'x', description: 'Splits at ---', 'allowed-tools': 'Read' });
  expect(await skillsOf(client).load(skills[0] as Skill)).toBe(text);
});

test('a list without end is not read for ever, and requests take options', async () => {
  const { client, skills } = await served();
  const own = skillsOf(client);
  let page = 0;
  let isEndless = true;
  client.use(async (message, next) =>
    isEndless && message.method === 'skills/list' ? { skills: [], nextCursor: String(++page) } : next(message),
  );
  await expect(own.list({ limit: 3 })).rejects.toMatchObject({ code: 'PAGINATION' });
  expect(page).toBe(3);
  await expect(own.list()).rejects.toThrow('it has more than 1000 pages');
  const signal = AbortSignal.abort(new Error('Enough'));
  const [skill] = skills as [Skill];
  isEndless = false;
  await expect(own.list({ signal })).rejects.toThrow('Enough');
  await expect(own.get(skill.uri, { signal })).rejects.toThrow('Enough');
  await expect(own.load(skill, { signal })).rejects.toThrow('Enough');
  await expect(own.read(skill, 'SKILL.md', { signal })).rejects.toThrow('Enough');
});

describe('what is served', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['another name', '---\nname: other\ndescription: x\n---\n', /its URI must end with \/other\/SKILL\.md/],
    ['no frontmatter', '# Refunds\n', /Missing frontmatter/],
    ['no description', '---\nname: refunds\n---\n', /must have name and description/],
    ['a list as frontmatter', '---\n- name\n---\n', /Its frontmatter is not a mapping/],
    ['empty frontmatter', '---\n---\n', /Its frontmatter is not a mapping/],
    ['long frontmatter', `---\n${'# \n'.repeat(22_000)}---\n`, /Its frontmatter has more than 65536 characters/],
    ['bytes that are not UTF-8', new Uint8Array([0x2d, 0xff]), /SKILL\.md is not UTF-8/],
    ['YAML that is not read', '---\nname: &anchor refunds\n---\n', /Line 1 of the YAML has an unsupported value/],
  ])('is a skill: one with %s is refused', async (_, text, error) => {
    const folder = await folderOf({ 'refunds/SKILL.md': text });
    expect(() => extension({ folder })).toThrow(error);
    expect(() => extension({ folder })).toThrow('Invalid skill refunds');
  });

  test.skipIf(process.platform === 'win32')('is in the folder: links are not followed', async () => {
    const folder = await folderOf(FILES);
    await symlink('/etc/hostname', join(folder, 'refunds/host'));
    await symlink(join(folder, 'refunds'), join(folder, 'linked'));
    const skills = serverOf(folder).extension(extension);
    expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(['git', 'refunds']);
    expect(JSON.stringify(skills)).not.toContain('host');
    const linked = await folderOf({ 'x/README.md': '' });
    await symlink(join(folder, 'git/SKILL.md'), join(linked, 'x/SKILL.md'));
    expect(() => serverOf(linked)).toThrow('Invalid skill x: SKILL.md is not a file; links are not followed');
  });

  test('is bounded', async () => {
    const many = Object.fromEntries(Array.from({ length: 512 }, (_, n) => [`refunds/${n}.md`, '']));
    const folder = await folderOf({ ...many, 'refunds/SKILL.md': REFUNDS });
    expect(() => serverOf(folder)).toThrow('at most 512 files');
    await rm(join(folder, 'refunds/0.md'));
    const rest = (more: number) => new Uint8Array(2 ** 24 - REFUNDS.length + more);
    await writeFile(join(folder, 'refunds/1.md'), rest(0));
    expect(serverOf(folder).extension(extension)[0]?.resources).toHaveLength(512);
    await writeFile(join(folder, 'refunds/1.md'), rest(1));
    expect(() => serverOf(folder)).toThrow('at most 512 files and 16777216 bytes');
  });
});

test.each(['', '/', 'a//b', 'a/', 'a b'])('a prefix is part of a URI: %j is refused', (prefix) => {
  expect(() => serverOf('.', { prefix })).toThrow(
    `Invalid option "prefix" for skills: expected segments of a URI, got ${JSON.stringify(prefix)}`,
  );
});

test('a server needs a folder', () => {
  const info = { name: 'x', version: '1' };
  expect(() => new Server(info, { extensions: [extension()] })).toThrow('Missing option "folder" for skills');
});

test.each(['2024-11-05', '2025-11-25'] as const)('skills are read in revision %s, too', async (revision) => {
  const client = await testClientUntilEnd(serverOf(await folderOf(FILES)), { revision, extensions: [extension()] });
  const [, refunds] = (await skillsOf(client).list()).skills as [Skill, Skill];
  expect(await skillsOf(client).get(refunds.uri)).toEqual(refunds);
  expect(await skillsOf(client).load(refunds)).toBe(REFUNDS);
});

test('a host reads the skills of each of its servers', async () => {
  const servers = { billing: inProcess(serverOf(await folderOf(FILES))) };
  const host = untilEnd(new Host({ servers, extensions: [extension()] }));
  await host.start();
  expect((await host.extension(extension, 'billing')?.list())?.skills).toHaveLength(2);
});

test('a parser of YAML may give nothing, which is not a skill', async () => {
  await expect(served(FILES, { parseYaml: () => undefined })).rejects.toThrow('Its frontmatter is not a mapping');
});

test('a file of an unknown kind is text if it is UTF-8, and bytes otherwise', async () => {
  const { client } = await served({
    ...FILES,
    'refunds/LICENSE': 'MIT',
    'refunds/notes.constructor': 'Notes',
    'refunds/data.unknown': new Uint8Array([0xff]),
  });
  const { resources } = await client.request('resources/list', {});
  const typeOf = (path: string): unknown => resources.find(({ uri }) => uri === `skill://refunds/${path}`)?.mimeType;
  const types = ['LICENSE', 'notes.constructor', 'data.unknown'].map(typeOf);
  expect(types).toEqual(['text/plain', 'text/plain', 'application/octet-stream']);
});

describe('a skill with dynamic content', () => {
  const uri = 'skill://one/SKILL.md';
  const ENTRY = { uri, frontmatter: { name: 'one', description: 'x' }, resources: 'dynamic' } as const;
  const TEXT = '---\nname: one\ndescription: x\n---\n';

  async function dynamic(...contents: readonly object[]) {
    const { client } = await served(FILES, { dynamic: true });
    tamper(client, 'skills/list', () => ({ skills: [ENTRY] }));
    client.use(async (message, next) => (message.method === 'resources/read' ? { contents } : next(message)));
    return skillsOf(client);
  }

  test('is taken where the application allows it, and read as it comes', async () => {
    const client = await dynamic({ uri, text: TEXT });
    expect(await client.list()).toEqual({ skills: [ENTRY], refused: [] });
    expect(await client.load(ENTRY)).toBe(TEXT);
    expect(new TextDecoder().decode(await client.read(ENTRY, 'any.md'))).toBe(TEXT);
  });

  test.each<[string, readonly object[], string]>([
    ['without frontmatter', [{ uri, text: 'x' }], 'Missing frontmatter'],
    ['with another name', [{ uri, text: TEXT.replace('one', 'two') }], 'its frontmatter does not match the entry'],
    ['with another field', [{ uri, text: TEXT.replace('x', 'x\nmore: 1') }], 'does not match the entry'],
    ['without contents', [], `${uri} has 0 contents instead of one`],
    ['with two contents', Array(2).fill({ uri, text: TEXT }), `${uri} has 2 contents instead of one`],
    ['that is too large', [{ uri, text: 'x'.repeat(16_777_217) }], `${uri} has 16777217 bytes instead of 16777216`],
  ])('is refused %s', async (_, contents, error) => {
    await expect((await dynamic(...contents)).load(ENTRY)).rejects.toMatchObject({
      code: 'SKILL_VERIFICATION',
      message: expect.stringContaining(error) as unknown,
    });
  });
});

test('a list has no more skills than the caller wants, by default 10,000', async () => {
  const { client } = await served();
  await expect(skillsOf(client).list({ itemLimit: 1 })).rejects.toMatchObject({ code: 'PAGINATION' });
  expect((await skillsOf(client).list({ itemLimit: 2 })).skills).toHaveLength(2);
  const many = Array.from({ length: 10_001 }, () => ({}));
  client.use(async (message, next) => (message.method === 'skills/list' ? { skills: many } : next(message)));
  await expect(skillsOf(client).list()).rejects.toThrow('it has more than 10000 items');
  expect((await skillsOf(client).list({ itemLimit: 10_001 })).refused).toHaveLength(10_001);
});

describe('a client refuses', () => {
  test.each<[string, object, string]>([
    ['text', { text: REFUNDS.replace('MIT', 'BSD') }, 'does not match'],
    ['length', { text: `${REFUNDS} ` }, `bytes instead of ${REFUNDS.length}`],
    ['kind', { blob: btoa('x') }, 'has 1 bytes'],
  ])('a file of another %s', async (_, content, error) => {
    const { skills, client } = await served();
    const [, refunds] = skills;
    tamper(client, 'resources/read', () => ({ contents: [{ uri: refunds?.uri, ...content }] }));
    await expect(skillsOf(client).load(refunds as Skill)).rejects.toThrow(error);
  });

  test('frontmatter that is not that of the entry', async () => {
    const { skills, client } = await served();
    const refunds = skills[1] as Skill;
    const changed = { ...refunds, frontmatter: { ...refunds.frontmatter, license: 'free' } };
    await expect(skillsOf(client).load(changed)).rejects.toMatchObject({
      code: 'SKILL_VERIFICATION',
      message: 'The skill skill://refunds/SKILL.md cannot be used: its frontmatter does not match the entry',
    });
  });

  test('files that are not listed, and paths out of the skill', async () => {
    const { skills, client } = await served();
    const own = skillsOf(client);
    const [, refunds] = skills as [Skill, Skill];
    await expect(own.read(refunds, 'scripts/run.sh')).rejects.toThrow('is not one of its files');
    for (const path of ['../git/SKILL.md', '/SKILL.md', 'a//b', '.']) {
      await expect(own.read(refunds, path)).rejects.toThrow('is not a path in the skill');
    }
  });

  const ENTRY = {
    uri: 'skill://one/SKILL.md',
    frontmatter: { name: 'one', description: 'x' },
    resources: [{ uri: 'skill://one/SKILL.md', digest: `sha256:${'0'.repeat(64)}`, size: 1 }],
  };
  const file = (change: object): object => ({ ...ENTRY.resources[0], uri: 'skill://one/a.md', ...change });

  test.each<[string, object, RegExp]>([
    ['without a URI', { uri: 5 }, /missing or of the wrong type/],
    ['without a description', { frontmatter: { name: 'one' } }, /missing or of the wrong type/],
    ['with a file without a size', { resources: [file({ size: '1' })] }, /missing or of the wrong type/],
    [
      'with too many files',
      { resources: [...ENTRY.resources, ...Array.from({ length: 512 }, (_, n) => file({ uri: `skill://one/${n}` }))] },
      /it has 513 files: at most 512 are allowed/,
    ],
    ['without files', { resources: undefined }, /missing or of the wrong type/],
    ['that cannot be verified', { resources: 'dynamic' }, /cannot be verified/],
    ['without its main file', { resources: [] }, /do not include SKILL\.md/],
    [
      'with a file of another',
      { resources: [...ENTRY.resources, file({ uri: 'skill://two/a' })] },
      /not in its directory/,
    ],
    ...['../a', '%2e%2e/a', '.%2E/a', 'x/..', 'a%2f..%2f..%2fb', '..%5ca', '%zz', ''].map(
      (path): [string, object, RegExp] => [
        `with a file at ${JSON.stringify(path)}`,
        { resources: [...ENTRY.resources, file({ uri: `skill://one/${path}` })] },
        /not in its directory/,
      ],
    ),
    [
      'with a description that has more than people see',
      { frontmatter: { name: 'one', description: 'x\u{e0041}' } },
      /invisible characters/,
    ],
    ['with a file twice', { resources: [...ENTRY.resources, ...ENTRY.resources] }, /listed twice/],
    ['with a short digest', { resources: [...ENTRY.resources, file({ digest: 'sha256:0' })] }, /is not SHA-256/],
    ['with a size below zero', { resources: [...ENTRY.resources, file({ size: -1 })] }, /is not valid/],
    ['that is too large', { resources: [...ENTRY.resources, file({ size: 2 ** 24 })] }, /are allowed/],
    ['with a name that is not one', { frontmatter: { name: 'One', description: 'x' } }, /is not valid/],
    ['at another name', { frontmatter: { name: 'two', description: 'x' } }, /must end with/],
  ])('an entry %s, and takes the others', async (_, change, reason) => {
    const { client } = await served();
    tamper(client, 'skills/list', () => ({ skills: [{ ...ENTRY, ...change }, ENTRY] }));
    const { skills, refused } = await skillsOf(client).list();
    expect(skills).toEqual([ENTRY]);
    expect(refused).toMatchObject([{ reason: expect.stringMatching(reason) as unknown }]);
    tamper(client, 'skills/get', () => ({ skill: { ...ENTRY, uri: 'skill://x/one/SKILL.md' } }));
    await expect(skillsOf(client).get('skill://git/SKILL.md')).rejects.toThrow(
      'the server returned skill://x/one/SKILL.md',
    );
  });

  test('an entry without repeating what people do not see', async () => {
    const { client } = await served();
    tamper(client, 'skills/list', () => ({ skills: [{ ...ENTRY, uri: 'skill://\u001b[31m\u{e0041}x' }] }));
    expect((await skillsOf(client).list()).refused).toMatchObject([{ uri: 'skill://x' }]);
  });

  test('one entry of a page that is not valid, and no page that is not one', async () => {
    const onError = (): void => undefined;
    const extensions = [extension({ folder: await folderOf(FILES) })];
    const server = new Server({ name: 'billing', version: '1.0.0' }, { extensions, onError });
    let page: object = { skills: [{ ...ENTRY, frontmatter: null }, ENTRY], ttlMs: 0, cacheScope: 'private' };
    server.use((message, next) => (message.method === 'skills/list' ? Promise.resolve(page) : next(message)));
    const client = await connectUntilEnd(inProcess(server), { extensions: [extension()], onError });
    expect(await skillsOf(client).list()).toMatchObject({ skills: [ENTRY], refused: [{ uri: ENTRY.uri }] });
    page = { skills: {} };
    await expect(skillsOf(client).list()).rejects.toMatchObject({ code: -32603 });
  });

  test('a server that has not declared the extension', async () => {
    const client = await testClientUntilEnd(new Server({ name: 'x', version: '1' }), { extensions: [extension()] });
    expect(client.extension(extension)).toBeUndefined();
  });
});

/** A mapping with so many others in it, one in the other. */
function nested(levels: number): string {
  return Array.from({ length: levels + 1 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
}

describe('YAML', () => {
  test.each<[string, unknown]>([
    ['', null],
    ['a: 1\nb: -1.5e3\nc: true\nd: ~\ne: null\nf:', { a: 1, b: -1500, c: true, d: null, e: null, f: null }],
    ['a: plain text, with # no comment? # a comment', { a: 'plain text, with' }],
    ["a: it's\nb: 'it''s'\nc: \"tab\\tu\\u00fc\"", { a: "it's", b: "it's", c: 'tab\tuü' }],
    ['# first\na:\n  b:\n    c: x\n  d: y\n\ne: z', { a: { b: { c: 'x' }, d: 'y' }, e: 'z' }],
    ['a:\n- x\n- "y: z"\nb:\n  - 1\n  -\n  - 2', { a: ['x', 'y: z'], b: [1, null, 2] }],
    ["a: [it's, b]", { a: ["it's", 'b'] }],
    ['a: [x, "y, z", 3]\nb: []', { a: ['x', 'y, z', 3], b: [] }],
    ['a: |\n    \n  one\nb: x', { a: '   \none\n', b: 'x' }],
    ['a: |+\n  one\n\n\nb: >\n  two\n\n', { a: 'one\n\n\n', b: 'two\n' }],
    [nested(20), JSON.parse(`${'{"a":'.repeat(21)}null${'}'.repeat(21)}`)],
    ['a: |\n  one\n    two\n\n  three\nb: x', { a: 'one\n  two\n\nthree\n', b: 'x' }],
    ['a: >-\n  one\n  two\n\n  three\nb: x', { a: 'one two\nthree', b: 'x' }],
    ['"quoted key": http://example.com/#top', { 'quoted key': 'http://example.com/#top' }],
    ['__proto__: x', JSON.parse('{"__proto__":"x"}')],
    ['a: 007\nb: 1.0.0\nc: 2026-07-28', { a: '007', b: '1.0.0', c: '2026-07-28' }],
  ])('%j is read', (text, expected) => {
    expect(parseYaml(text)).toEqual(expected);
  });

  test.each([
    'a: &x 1',
    'a: *x',
    'a: !!str 1',
    'a: {b: 1}',
    'a: [b, [c]]',
    'a: [b',
    nested(21),
    'a: b: c',
    'a: 1\na: 2',
    'a: "\\x41"',
    'a: "open',
    'a: |2\n  x',
    'a: |\n    four\n  two',
    'a: ["b" c]',
    'a: ["b, c]',
    '? a\n: b',
    '\ta: 1',
    'a: 1\n  b: 2',
    '- a: 1\n  b: 2',
    'just text',
    `a: ${' '.repeat(5_000)}b`,
    '%YAML 1.2',
  ])('%j is refused', (text) => {
    expect(() => parseYaml(text)).toThrow(/^Line \d+ of the YAML .* Use simpler YAML, or set the option parseYaml/);
  });

  test('a long block scalar, or many keys, take time in proportion to their length', () => {
    const lines = '\n'.repeat(200_000);
    expect(parseYaml(`text: |\n  a${lines}  b\nkey: 1`)).toEqual({ text: `a${lines}b\n`, key: 1 });
    const keys = Array.from({ length: 50_000 }, (_, index) => `k${index}: 1`);
    expect(Object.keys(parseYaml(keys.join('\n')) as object)).toHaveLength(keys.length);
  });
});
