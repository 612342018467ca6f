/** Recorded messages are checked one after another; responses are paired with the requests before them. */

import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRevision } from '../../../generator/protocols.js';
import { loadExplainer } from '../../../generator/validate/explainer.js';
import { TrafficChecker } from '../../../generator/validate/TrafficChecker.js';

const SCHEMA = fileURLToPath(new URL('../../../schema', import.meta.url));

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const listRoots = { jsonrpc: '2.0', id: 1, method: 'roots/list' };
const content = { jsonrpc: '2.0', id: 1, result: { content: [] } };
const roots = { jsonrpc: '2.0', id: 1, result: { roots: [] } };
const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' };

/** Messages in order, and what is found in each. */
const recordings: Record<string, readonly (readonly [message: unknown, findings: readonly string[]])[]> = {
  'a request and its response': [
    [call, []],
    [content, []],
  ],
  'a response that does not fit its request': [
    [call, []],
    [roots, ['/result/content: expected array, got nothing']],
  ],
  'a response without a request is only a response': [[roots, []]],
  'a request is answered once': [
    [call, []],
    [content, []],
    [roots, []],
  ],
  'both directions use the same id': [
    [call, []],
    [listRoots, []],
    [roots, []],
    [content, []],
  ],
  'both directions, one answer wrong': [
    [call, []],
    [listRoots, []],
    [roots, []],
    [{ ...content, result: {} }, ['/result/content: expected array, got nothing']],
  ],
  'params of the wrong shape': [
    [{ ...call, params: { name: 'echo', arguments: [] } }, ['/params/arguments: expected object, got array']],
    [{ ...call, params: undefined }, ['/params: expected object, got nothing']],
    [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} },
      ['/params/requestId: expected string or integer, got nothing'],
    ],
  ],
  'an envelope that is wrong': [
    [{ ...ping, id: 1.5 }, ['/id: expected string or integer, got 1.5']],
    [{ ...ping, jsonrpc: '1.0' }, ['/jsonrpc: expected "2.0", got "1.0"']],
    [{ ...content, jsonrpc: '1.0' }, ['/jsonrpc: expected "2.0", got "1.0"']],
    [{ jsonrpc: '2.0', id: 1 }, ['expected a method, a result, or an error, got none']],
    [{ ...content, error: { code: 1, message: '' } }, ['expected a result or an error, got both']],
    [{ jsonrpc: '2.0', id: 1, error: { code: 1.5, message: '' } }, ['/error/code: expected integer, got 1.5']],
    ['text', ['expected object, got "text"']],
    [null, ['expected object, got null']],
  ],
  'a method that the revision does not have': [
    [{ ...ping, method: 'server/discover' }, ['/method: expected a method of this revision, got "server/discover"']],
  ],
  'an error without an id that could be read': [
    [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } }, []],
  ],
};

describe.each(['2024-11-05', '2025-03-26'])('revision %s', (revision) => {
  let checker: () => TrafficChecker;

  beforeAll(async () => {
    const protocol = await readRevision(revision, SCHEMA);
    const explain = await loadExplainer(protocol);
    checker = () => new TrafficChecker(protocol, explain);
  });

  test.each(Object.entries(recordings))('%s', (_, recording) => {
    const traffic = checker();
    const found = recording.map(([message]) => [message, traffic.check(message)]);
    expect(found).toEqual(recording);
  });

  test('a batch is checked item by item, where there are batches', () => {
    const batch = [call, { ...ping, id: null }];
    const findings = checker().check(batch);
    expect(findings).toEqual(
      revision === '2025-03-26'
        ? ['/1/id: expected string or integer, got null']
        : ['expected one message, got array: this revision has no batches'],
    );
  });

  test('an empty batch is refused', () => {
    expect(checker().check([])).toHaveLength(1);
  });

  test('requests that are never answered do not pile up', () => {
    const traffic = checker();
    for (let id = 0; id < 10_001; id++) traffic.check({ ...call, id });
    // The oldest request is forgotten, so that its response is checked as a bare one.
    expect(traffic.check({ ...roots, id: 0 })).toEqual([]);
    expect(traffic.check({ ...roots, id: 1 })).toHaveLength(1);
  });
});

describe('a result that may ask for input', () => {
  const toCall = { ...call, params: { ...call.params, _meta: META } };
  const found = async (result: object): Promise<readonly string[]> => {
    const protocol = await readRevision('2026-07-28', SCHEMA);
    const traffic = new TrafficChecker(protocol, await loadExplainer(protocol));
    expect(traffic.check(toCall)).toEqual([]);
    return traffic.check({ jsonrpc: '2.0', id: 1, result });
  };

  test.each([
    [{ resultType: 'complete', content: [] }, []],
    [{ resultType: 'complete', content: 42 }, ['/result/content: expected array, got 42']],
    [{ resultType: 'complete' }, ['/result/content: expected array, got nothing']],
    [{ resultType: 'input_required', requestState: 'x' }, []],
    [{ resultType: 'input_required', requestState: 7 }, ['/result/requestState: expected string, got 7']],
  ])('%j is checked by what it says of itself', async (result, findings) => {
    expect(await found(result)).toEqual(findings);
  });
});
