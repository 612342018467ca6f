/** The explorer converts a message as the sdk does, and says what it loses. */

import { conversionsFor } from '@mcp-gen/sdk/conversions';
import { expect, test } from 'vitest';
import { checkMessage } from '../../sdk/src/testing/checkMessage.js';
import { convertMessage, type Conversion } from '../../site/explorer/check/convertMessage.js';
import { loadRevision, REVISION_IDS, type RevisionId } from '../../site/explorer/check/revision.js';
import { EXAMPLES } from '../../site/explorer/examples.js';

async function convert(from: RevisionId, to: RevisionId, message: unknown, answers?: string): Promise<Conversion> {
  return convertMessage(await loadRevision(from), await loadRevision(to), message, answers);
}

test('audio becomes a resource in a revision without audio, and the loss is named', async () => {
  const result = { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] };
  const converted = await convert('2025-11-25', '2024-11-05', { jsonrpc: '2.0', id: 1, result }, 'tools/call');
  expect(converted).toMatchObject({
    status: 'converted',
    value: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'resource', resource: { blob: 'AAAA' } }] } },
    losses: [{ pointer: '/result/content/0' }],
    findings: [],
    embedded: false,
  });
});

test('params are those that the conversions of the sdk make', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'forecast', arguments: {} } };
  const facts = {
    protocolVersion: '2025-11-25',
    clientCapabilities: {},
    clientInfo: { name: 'explorer', version: '0.0.0' },
  };
  const { toAuthor } = await conversionsFor('2025-11-25');
  const { value } = toAuthor('tools/call', 'params', message.params, facts);
  expect(await convert('2025-11-25', '2026-07-28', message)).toMatchObject({
    status: 'converted',
    value: { ...message, params: value },
    findings: [],
  });
});

test('a question of a server becomes part of a result where it is not sent alone', async () => {
  const params = { message: 'Where?', requestedSchema: { type: 'object', properties: {} } };
  const message = { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params };
  expect(await convert('2025-06-18', '2026-07-28', message)).toEqual({
    status: 'converted',
    value: {
      resultType: 'input_required',
      inputRequests: { request: { method: 'elicitation/create', params } },
    },
    losses: [],
    findings: [],
    embedded: true,
  });
});

test('what cannot be expressed is refused with its place and the reason', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: metadata() } };
  expect(await convert('2026-07-28', '2025-11-25', message)).toMatchObject({
    status: 'refused',
    pointer: '/params',
    reason: expect.stringContaining('does not have the method'),
  });
});

test('an invalid message of a known method is not converted', async () => {
  const invalid = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} };
  expect(await convert('2025-11-25', '2024-11-05', invalid)).toEqual({ status: 'unknown', reason: 'invalid' });
  expect(await convert('2025-03-26', '2024-11-05', [])).toEqual({ status: 'unknown', reason: 'batch' });
  const result = { jsonrpc: '2.0', id: 1, result: {} };
  expect(await convert('2025-11-25', '2024-11-05', result)).toEqual({ status: 'unknown', reason: 'method' });
});

test('each example that is valid somewhere converts to a valid message, or says why not', async () => {
  const outcomes = { converted: 0, refused: 0 };
  for (const { name, message, answers } of EXAMPLES) {
    if (Array.isArray(message)) continue;
    for (const from of REVISION_IDS) {
      if (!checkMessage(await loadRevision(from), message, { answers }).valid) continue;
      for (const to of REVISION_IDS) {
        const result = await convert(from, to, message, answers);
        if (result.status === 'unknown') throw new Error(`${name}, ${from}: ${result.reason}`);
        outcomes[result.status]++;
        if (result.status === 'converted') expect(result.findings, `${name}: ${from} to ${to}`).toEqual([]);
        if (from === to)
          expect(result).toMatchObject({
            status: 'converted',
            value: message,
            losses: [],
          });
      }
    }
  }
  expect(outcomes.converted).toBeGreaterThan(50);
  expect(outcomes.refused).toBeGreaterThan(3);
});

function metadata(): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}
