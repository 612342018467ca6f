/** Results that the schema does not accept, and that are read nevertheless. */

import { createMockServer } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { REVISION_IDS, type RevisionId } from '../../support/schemas.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

/** A client of a server with some answers, and what was reported to it. */
async function open(revision: RevisionId, answers: Parameters<typeof createMockServer>[0], capabilities: object) {
  const server = createMockServer(answers, { revision, capabilities });
  const errors: unknown[] = [];
  const client = await connectUntilEnd(server.target, {
    revisions: [revision],
    onError: (error) => errors.push(error),
  });
  return { client, errors };
}

describe.each(REVISION_IDS)('in %s', (revision) => {
  const facts = revision === '2026-07-28' ? { resultType: 'complete' } : {};
  const fresh = { ...facts, ttlMs: 0, cacheScope: 'private' };

  test('the result of a tool without content has none, which is reported once', async () => {
    const structured = { structuredContent: { a: 1 } };
    const answers = { 'tools/call': { ...facts, ...structured }, 'tools/list': { ...fresh, tools: [] } };
    const { client, errors } = await open(revision, answers, { tools: {} });
    for (let count = 0; count < 2; count++)
      expect(await client.callTool('a')).toMatchObject({ content: [], text: '', structuredContent: { a: 1 } });
    expect(errors.map(String)).toEqual([
      `Error: The result of tools/call has no content, which revision ${revision} requires: read as no blocks. Reported once for each connection`,
    ]);
  });

  test('the result of a tool with another key instead of content is empty, and the key is reported', async () => {
    const answers = { 'tools/call': { ...facts, Content: [] }, 'tools/list': { ...fresh, tools: [] } };
    const { client, errors } = await open(revision, answers, { tools: {} });
    expect(await client.callTool('a')).toMatchObject({ content: [] });
    expect(errors.map(String)).toEqual([
      `Error: The result of tools/call has no content, which revision ${revision} requires, but "Content": read as no blocks. Reported once for each connection`,
    ]);
  });

  test('the result of a tool with neither content nor structured content is empty', async () => {
    const { client, errors } = await open(
      revision,
      { 'tools/call': facts, 'tools/list': { ...fresh, tools: [] } },
      { tools: {} },
    );
    expect(await client.callTool('a')).toMatchObject({ content: [], text: '' });
    expect(errors).toHaveLength(1);
  });

  test('the result of a tool in the form before the first revision is refused', async () => {
    const answers = { 'tools/call': { ...facts, toolResult: 'x' }, 'tools/list': { ...fresh, tools: [] } };
    const { client } = await open(revision, answers, { tools: {} });
    await expect(client.callTool('a')).rejects.toMatchObject({ name: 'InvalidMessageError' });
  });

  test('the result of a tool with invalid content is refused', async () => {
    const answers = { 'tools/call': { ...facts, content: null }, 'tools/list': { ...fresh, tools: [] } };
    const { client } = await open(revision, answers, { tools: {} });
    await expect(client.callTool('a')).rejects.toMatchObject({ name: 'InvalidMessageError' });
  });

  test('a server with resources that does not know templates has none', async () => {
    const unknown = { 'resources/list': { ...fresh, resources: [] } };
    const { client } = await open(revision, unknown, { resources: {} });
    expect(await client.resourceTemplates().all()).toEqual([]);
    const { client: other } = await open(revision, {}, { tools: {} });
    await expect(other.resourceTemplates().all()).rejects.toMatchObject({ code: -32601 });
  });
});
