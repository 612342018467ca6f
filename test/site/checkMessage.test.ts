/** What the explorer says of a message is what the runtime's guards and `mcp-gen validate` say of it. */

import { describe, expect, test } from 'vitest';
import { TrafficChecker } from '../../generator/validate/TrafficChecker.js';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { checkMessage, type MessageFinding, type MessageVerdict } from '../../sdk/src/testing/checkMessage.js';
import { loadRevision, REVISION_IDS } from '../../site/explorer/check/revision.js';
import { compileText, deriveDefinitions } from '../support/compileText.js';
import { Samples, type Schema } from '../support/samples.js';
import { schemaText } from '../support/schemas.js';

/** Values of each message. */
const SAMPLES = 12;

test('every revision of the registry can be checked', () => {
  expect(REVISION_IDS).toEqual(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']);
});

describe.each(REVISION_IDS)('%s', (id) => {
  const text = schemaText(id);
  const protocol = compileText(text, id);
  const definitions = deriveDefinitions(text, id) as {
    readonly [name: string]: Schema;
  };
  const samples = new Samples(definitions, 1);

  test('requests, notifications, and results are valid where the guards accept them, and refused where mcp-gen validate does', async () => {
    const loaded = await loadRevision(id);
    const { server, client } = loaded.revision;
    const judged = { valid: 0, invalid: 0 };
    const compare = (
      message: unknown,
      isValid: boolean,
      expected: readonly string[],
      verdict: MessageVerdict,
    ): void => {
      judged[isValid ? 'valid' : 'invalid']++;
      expect(verdict.valid, JSON.stringify(message)).toBe(isValid);
      if (isValid) expect(verdict.findings).toEqual([]);
      // Any object is an InputRequiredResult for the one, and for the guard only what says so.
      else if (expected.length > 0) expect(verdict.findings.map(lineOf), JSON.stringify(message)).toEqual(expected);
      else expect(verdict.findings.length).toBeGreaterThan(0);
    };
    for (const { method, params, kind } of [...protocol.requests, ...protocol.notifications]) {
      const table = kind === 'request' ? 'requests' : 'notifications';
      const entry = server[table][method] ?? client[table][method];
      for (const value of valuesOf(samples, definitions, params.type)) {
        const message = { jsonrpc: '2.0', ...(kind === 'request' && { id: 1 }), method, params: value };
        const checker = new TrafficChecker(protocol, loaded.explain);
        compare(message, entry?.params(value) === true, checker.check(message), checkMessage(loaded, message));
      }
    }
    for (const { method, results } of protocol.requests) {
      const entry = server.requests[method] ?? client.requests[method];
      const values = [...valuesOf(samples, definitions, results[0])];
      for (const value of [...values, ...values.map(completed)]) {
        const message = { jsonrpc: '2.0', id: 1, result: value };
        const checker = new TrafficChecker(protocol, loaded.explain);
        checker.check({ jsonrpc: '2.0', id: 1, method });
        const verdict = checkMessage(loaded, message, { answers: method });
        const isKnown =
          protocol.era === 'session' || (value as { resultType?: unknown } | null)?.resultType === 'complete';
        compare(message, isKnown && entry?.result(value) === true, checker.check(message), verdict);
      }
    }
    expect(judged.valid).toBeGreaterThan(100);
    expect(judged.invalid).toBeGreaterThan(100);
  });

  test('malformed messages are refused', async () => {
    const loaded = await loadRevision(id);
    const malformed = [
      'text',
      null,
      {},
      { jsonrpc: '1.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: {}, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'tools/none' },
      { jsonrpc: '2.0', id: 1, method: 'constructor' },
      { jsonrpc: '2.0', id: 1, method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
      { jsonrpc: '2.0', method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'x' } },
      { jsonrpc: '2.0', id: 1, error: { code: 'x', message: 'x' } },
      [],
    ];
    for (const message of malformed) {
      const { valid, findings } = checkMessage(loaded, message);
      expect(valid, JSON.stringify(message)).toBe(false);
      expect(findings.length).toBeGreaterThan(0);
      for (const finding of findings) expect(Object.keys(finding)).toEqual(['pointer', 'expected', 'actual']);
      expect(new TrafficChecker(protocol, loaded.explain).check(message)).not.toEqual([]);
    }
  });

  test('a batch is valid where the revision has batches', async () => {
    const loaded = await loadRevision(id);
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'none' },
    ];
    const { valid, findings } = checkMessage(loaded, batch.slice(0, 1));
    expect(valid).toBe(protocol.batching);
    if (protocol.batching) {
      expect(checkMessage(loaded, batch).findings.map(({ pointer }) => pointer)).toEqual(['/1/method']);
    } else expect(findings[0]?.expected).toContain('no batches');
  });
});

test('a question that is only asked inside of results is refused alone, with the reason', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'roots/list' };
  const verdicts = await Promise.all(REVISION_IDS.map(async (id) => checkMessage(await loadRevision(id), message)));
  expect(verdicts.map(({ valid }) => valid)).toEqual([true, true, true, true, false]);
  expect(verdicts[4]?.findings[0]?.expected).toContain('InputRequiredResult');
});

test('a result whose request is unknown is valid, and the methods that it fits are named', async () => {
  const message = { jsonrpc: '2.0', id: 1, result: { contents: [{ uri: 'a:b', text: '' }] } };
  const { valid, answers } = checkMessage(await loadRevision('2025-11-25'), message);
  expect({ valid, answers }).toEqual({ valid: true, answers: ['tasks/result', 'resources/read'] });
});

test('a result of a type that its request does not allow is refused', async () => {
  const loaded = await loadRevision('2026-07-28');
  const result = { resultType: 'input_required', ttlMs: 0, cacheScope: 'private', tools: [] };
  const { findings } = checkMessage(loaded, { jsonrpc: '2.0', id: 1, result }, { answers: 'tools/list' });
  expect(findings).toEqual([{ pointer: '/result/resultType', expected: '"complete"', actual: '"input_required"' }]);
});

test('what senders alone must not do is told apart', async () => {
  const result = { content: [{ type: 'image', data: 'not base64!', mimeType: 'image/png' }] };
  const verdict = checkMessage(
    await loadRevision('2025-11-25'),
    { jsonrpc: '2.0', id: 1, result },
    { answers: 'tools/call' },
  );
  expect(verdict.valid).toBe(true);
  expect(verdict.forSenders.map(({ pointer }) => pointer)).toEqual(['/result/content/0/data']);
});

/** Random values, valid ones and ones with a fault; those of an object where the schema does not name the definition. */
function* valuesOf(samples: Samples, definitions: object, name: string): Generator {
  const definition = Object.hasOwn(definitions, name) ? name : 'Request';
  for (let number = 0; number < SAMPLES; number++) {
    const value = samples.valid(definition);
    yield value;
    const mutated = samples.mutate(definition, value);
    if (mutated) yield mutated.value;
  }
}

/** A result that says that it is one: random ones hardly ever do. */
function completed(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, 'resultType') ? { ...value, resultType: 'complete' } : value;
}

function lineOf({ pointer, expected, actual }: MessageFinding): string {
  return `${pointer === '' ? '' : `${pointer}: `}expected ${expected}, got ${actual}`;
}
