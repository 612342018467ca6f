/**
 * Values that nest deeply have the same verdict in Python as in TypeScript, with the recursion limit that Python has by default, however much of
 * it a program has used.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCreateMessageRequestParams, isJSONValue } from '../../generated/2026-07-28/index.js';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { ROOT } from '../support/schemas.js';

/** The values that are nested: each puts the one before it into another. */
const KINDS = {
  arrays: (value: unknown): unknown => [value],
  objects: (value: unknown): unknown => ({ a: value }),
  'arrays of objects': (value: unknown): unknown => [1, { a: 'text', b: value }],
};

/** About where a stack ends that the guards would need for each level, where recursive definitions end, and some others. */
const DEPTHS = [
  ...[1, 50, 80],
  ...Array.from({ length: 15 }, (_, index) => 95 + index * 4),
  ...[199, 200, 201, 399, 400, 401, 420],
];

/** For each depth, the verdicts of TypeScript on a value and on params with it. */
function verdicts(around: (value: unknown) => unknown): readonly string[] {
  return DEPTHS.map((depth) => {
    const value = Array.from({ length: depth }).reduce<unknown>(around, 1);
    return `${Number(isJSONValue(value))}${Number(isCreateMessageRequestParams(paramsWith(value)))}`;
  });
}

function paramsWith(value: unknown): object {
  return { messages: [], maxTokens: 1, metadata: { value } };
}

/** Prints the verdicts of Python in a program that has used calls already: those of guards, and of explanations. */
const PROGRAM = `
import sys
from mcp_gen_protocol._checks import has_unique_items
from mcp_gen_protocol.v2026_07_28.explain import explain
from mcp_gen_protocol.v2026_07_28.guards import is_create_message_request_params, is_json_value
KINDS = (
    lambda value: [value],
    lambda value: {"a": value},
    lambda value: [1, {"a": "text", "b": value}],
)
def nested(around, depth):
    return around(nested(around, depth - 1)) if depth > 0 else 1
def values(around):
    for depth in [${DEPTHS.join()}]:
        value = nested(around, depth)
        yield value, {"messages": [], "maxTokens": 1, "metadata": {"value": value}}
def guarded(value, params):
    return f"{int(is_json_value(value))}{int(is_create_message_request_params(params))}"
def explained(value, params):
    return f"{int(not explain('JSONValue', value))}{int(not explain('CreateMessageRequestParams', params))}"
def after(used, run):
    return run() if used == 0 else after(used - 1, run)
for used in (0, 300, 800):
    for kind in KINDS:
        nests = list(values(kind))
        for verdict in (guarded, explained):
            print(after(used, lambda: ",".join(verdict(*each) for each in nests)))
items = [[nested(KINDS[1], depth)] for depth in (399, 400, 401)]
print(after(800, lambda: [has_unique_items(each) for each in items]))
print([issue.expected for issue in explain("JSONValue", items[-1])], sys.getrecursionlimit())
`;

testUnless(missingPython(), 'at every depth', () => {
  const { stdout, stderr } = spawnSync(PYTHON, ['-B', '-c', PROGRAM], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'python/src') },
  });
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  const expected = Object.values(KINDS).flatMap((around) => {
    const line = verdicts(around).join();
    return [line, line];
  });
  expect(lines.slice(0, 18)).toEqual([...expected, ...expected, ...expected]);
  expect(lines.slice(18)).toEqual(['[True, True, False]', "['a value that is nested less deeply'] 1000"]);
});

test('TypeScript accepts values that exhaust the stack of Python, and refuses deeper ones', () => {
  for (const around of Object.values(KINDS)) {
    const found = verdicts(around);
    expect(found.slice(0, 3)).toEqual(['11', '11', '11']);
    expect(found.at(-1)).toBe('00');
  }
});
