/** The package of Python in this repository, and the example that uses it. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageName } from '../../generator/targets/python/pythonNames.js';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { runCli } from '../support/runCli.js';
import { readProjectFile, REVISION_IDS, ROOT } from '../support/schemas.js';
import { checkConversation as check } from './checkConversation.js';

const SOURCE = 'python/src/mcp_gen_protocol';

test('is generated from the schemas as they are', async () => {
  const { code, stdout } = await runCli(ROOT, 'generate', '--check', '--target', 'python', '--out', SOURCE);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `34 files in ${SOURCE}: all up to date, nothing written.\n` });
});

test('has the version of the other packages', () => {
  const { version } = JSON.parse(readProjectFile('package.json')) as { readonly version: string };
  expect(readProjectFile('python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
});

test('has the license of the other packages', () => {
  expect(readProjectFile('python/LICENSE')).toBe(readProjectFile('LICENSE'));
});

/** What a program prints that uses the package. */
function run(program: string, input = ''): string {
  const { stdout, stderr } = spawnSync(PYTHON, ['-B', '-c', program], {
    input,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'python/src'), PYTHONIOENCODING: 'utf-8' },
  });
  expect(stderr).toBe('');
  return stdout;
}

testUnless(missingPython(), 'the example checks a conversation', () => {
  const conversation = readProjectFile('examples/python/conversation.jsonl');
  expect(check(conversation)).toBe('All messages are valid.');
  const wrong = conversation
    .replace('"arguments":{"city":"Paris"}', '"arguments":["Paris"]')
    .replace('"text":"Sunny', '"txt":"Sunny');
  expect(check(wrong).split('\n')).toEqual([
    '6: CallToolRequestParams: /arguments: expected object, got array',
    '7: CallToolResult: /content/0/text: expected string, got nothing',
    '7: CreateTaskResult: /task: expected Task, got nothing',
  ]);
});

testUnless(missingPython(), 'the example tells the requests of both sides apart, and survives any line', () => {
  const line = (sender: string, message: object) => JSON.stringify({ from: sender, jsonrpc: '2.0', ...message });
  const pings = [
    line('client', { id: 1, method: 'tools/list' }),
    line('server', { id: 1, method: 'ping' }),
    line('client', { id: 1, result: {} }),
    line('server', { id: 1, result: { tools: [] } }),
    line('server', { id: 1, error: { code: 1, message: '' } }),
  ];
  expect(check(pings.join('\n'))).toBe('All messages are valid.');
  const wrong = [
    '5',
    '{',
    '{"from":[1],"method":"ping"}',
    line('server', { result: {} }),
    line('client', { id: 1, method: [1] }),
    line('client', { id: true, method: 'ping' }),
    line('client', { id: 1, method: 'notifications/initialized' }),
    line('client', { method: 'ping' }),
    line('client', { jsonrpc: '1.0', id: 1, method: 'ping' }),
    line('server', { id: 1, result: {} }),
    '{"from":"client"}',
  ];
  expect(check(wrong.join('\n')).split('\n')).toEqual([
    '1: expected a message, and its sender in from',
    '2: no JSON',
    '3: expected a message, and its sender in from',
    '4: JSONRPCResultResponse: /id: expected string or integer, got nothing',
    '5: JSONRPCRequest: /method: expected string, got array',
    '6: JSONRPCRequest: /id: expected string or integer, got true',
    '7: unknown method notifications/initialized',
    '8: unknown method ping',
    '9: JSONRPCRequest: /jsonrpc: expected "2.0", got "1.0"',
    '10: a result that nobody asked for',
    '11: JSONRPCNotification: /method: expected string, got nothing',
    '11: JSONRPCNotification: /jsonrpc: expected "2.0", got nothing',
  ]);
});

describe('a judge of Python agrees with what is wrong', () => {
  for (const revision of REVISION_IDS) {
    testUnless(missingPython(), revision, async () => {
      const program = `${PYTHON} examples/python/judge.py mcp_gen_protocol.${packageName(revision)}`;
      const judge = `PYTHONPATH=python/src PYTHONDONTWRITEBYTECODE=1 ${program}`;
      const { code, stdout } = await runCli(ROOT, 'cases', revision, '--count', '2000', '--judge', judge);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '2000 cases, 0 disagreements.\n' });
    });
  }
});

testUnless(missingPython(), 'each result that is refused is explained', () => {
  const program = `
from mcp_gen_protocol.v2025_11_25.methods import SERVER as OLD
from mcp_gen_protocol.v2026_07_28.explain import explain
from mcp_gen_protocol.v2026_07_28.methods import SERVER
request = SERVER.requests["tools/call"]
question = {"resultType": "input_required", "content": [], "inputRequests": 5}
print(request.result(question), request.types_of(question))
print([issue.pointer for name in request.types_of(question) for issue in explain(name, question)])
print(request.types_of({}), request.types_of(5), OLD.requests["tools/call"].types_of({"resultType": "input_required"}))`;
  expect(run(program).trimEnd().split('\n')).toEqual([
    "False ('InputRequiredResult',)",
    "['/inputRequests']",
    "('CallToolResult',) ('CallToolResult',) ('CallToolResult', 'CreateTaskResult')",
  ]);
});

testUnless(missingPython(), 'hostile keys are explained, in messages that can be printed', () => {
  const program = `
from mcp_gen_protocol._checks import has_unique_items
from mcp_gen_protocol.v2025_11_25.explain import explain
def tool(**properties):
    return {"name": "a", "inputSchema": {"type": "object", "properties": properties}}
print(explain("Tool", tool(**{"1" * 5000: 5, "2": 5, "10": 5}))[0].pointer)
for issue in explain("Tool", tool(**{"a" + "\\U0001f600" * 50: 5})):
    print(issue.pointer.endswith("\\ud83d..."), issue.message.endswith("\\\\ud83d...: expected object, got 5"))
print(explain("Tool", {"name": "a", "inputSchema": {"type": "object", "properties": {1: 5, "a": 5}}}))
print(has_unique_items([{1: 2, "a": 3}, {"a": 3, 1: 2}]))`;
  expect(run(program).trimEnd().split('\n')).toEqual([
    '/inputSchema/properties/2',
    'True True',
    "[Issue(pointer='/inputSchema/properties/1', expected='object', actual='5'), Issue(pointer='/inputSchema/properties/a', expected='object', actual='5')]",
    'False',
  ]);
});
