/**
 * The example for Python checks what servers of others say, in each revision that they know. `mcp-talk record` stands between them and a client.
 */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JsonRpcError } from '@mcp-gen/runtime';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { expect } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { OFFICIAL_EVERYTHING, STATELESS_SDK_V2 } from '../support/programs.js';
import { missingPython } from '../support/python.js';
import { ROOT, SESSION_IDS, type RevisionId } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { PROGRAM } from '../talk/talk.js';
import { checkConversation } from './checkConversation.js';

const COMPARISON = join(ROOT, 'test/comparison/node_modules/fastmcp');
const FASTMCP = join(ROOT, 'test/conformance/own/fixtures/fastmcp.mjs');

interface Peer {
  readonly server: readonly string[];
  /** A tool, and its arguments. */
  readonly call: readonly [name: string, args: object];
  /** Default: that which both sides choose. */
  readonly revision?: RevisionId;
  readonly missing?: string | undefined;
}

const ECHO: Peer = { server: [OFFICIAL_EVERYTHING, 'stdio'], call: ['echo', { message: 'hello' }] };

const PEERS: { readonly [name: string]: Peer } = {
  ...Object.fromEntries(
    SESSION_IDS.map((revision) => [`server-everything in ${revision}`, { ...ECHO, revision }] as const),
  ),
  'version 2 of the official package in 2026-07-28': { server: [STATELESS_SDK_V2], call: ['echo', { text: 'hello' }] },
  FastMCP: {
    server: [FASTMCP],
    call: ['structured', {}],
    missing: existsSync(COMPARISON) ? undefined : 'FastMCP is not installed: npm run comparison',
  },
};

/** Lists and reads all that a server has, and calls a tool. */
async function use(client: Client, [name, args]: Peer['call']): Promise<void> {
  for (const items of [client.tools(), client.resourceTemplates(), client.prompts()]) await all<object>(items);
  // Some resources cannot be read here: the error is a message, too.
  const isError = (error: unknown): void => expect(error).toBeInstanceOf(JsonRpcError);
  for (const { uri } of await all(client.resources())) await client.readResource(uri).catch(isError);
  await client.callTool(name, args as Readonly<Record<string, unknown>>);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

for (const [name, { server, call, revision, missing }] of Object.entries(PEERS)) {
  testUnless(missingPython() ?? missing, name, async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'session.jsonl');
    const quoted = [process.execPath, ...server].map((word) => JSON.stringify(word)).join(' ');
    const client = await connect([process.execPath, PROGRAM, 'record', quoted, '--out', file], {
      ...(revision !== undefined && { revisions: [revision] }),
    });
    try {
      await use(client, call);
    } finally {
      await client.close();
    }
    // A client that starts a slow server again has a conversation with each.
    const files = await readdir(folder);
    const conversations = await Promise.all(files.map((each) => readFile(join(folder, each), 'utf8')));
    for (const each of conversations) expect(checkConversation(each)).toBe('All messages are valid.');
    const [conversation = ''] = conversations.toSorted((a, b) => b.length - a.length);
    expect(conversation.trimEnd().split('\n').length).toBeGreaterThan(10);
    const wrong = conversation.replaceAll('"text":"', '"txt":"').replaceAll('"tools":[', '"tool":[');
    expect(checkConversation(wrong)).toContain('/tools: expected array, got nothing');
  });
}
