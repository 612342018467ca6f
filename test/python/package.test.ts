/** The package of Python in this repository, and the example that uses it. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { runCli } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const SOURCE = 'python/src/mcp_gen_protocol';

test('is generated from the schemas as they are', async () => {
  const { code, stdout } = await runCli(ROOT, 'generate', '--check', '--target', 'python', '--out', SOURCE);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `34 files in ${SOURCE}: all up to date, nothing written.\n` });
});

test('has the version of the other packages', () => {
  const { version } = JSON.parse(readProjectFile('package.json')) as { readonly version: string };
  expect(readProjectFile('python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
});

/** What the example says to a conversation. */
function check(conversation: string): string {
  const { stdout, stderr } = spawnSync(PYTHON, [join(ROOT, 'examples/python/check.py')], {
    input: conversation,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(stderr).toBe('');
  return stdout;
}

testUnless(missingPython(), 'the example checks a conversation', () => {
  const conversation = readProjectFile('examples/python/conversation.jsonl');
  expect(check(conversation)).toBe('All messages are valid.\n');
  const wrong = conversation
    .replace('"arguments":{"city":"Paris"}', '"arguments":["Paris"]')
    .replace('"text":"Sunny', '"txt":"Sunny');
  expect(check(wrong).trimEnd().split('\n')).toEqual([
    '6: CallToolRequestParams/arguments: expected object, got array',
    '7: CallToolResult/content/0/text: expected string, got nothing',
  ]);
});

testUnless(missingPython(), 'a value that exhausts the stack is refused, with an explanation', () => {
  const program = `
from mcp_gen_protocol.v2026_07_28.explain import explain
from mcp_gen_protocol.v2026_07_28.guards import is_json_value
value = 1
for _ in range(900):
    value = [value]
print(is_json_value(value), [issue.expected for issue in explain("JSONValue", value)], is_json_value([[1]]))`;
  const { stdout, stderr } = spawnSync(PYTHON, ['-B', '-c', program], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'python/src') },
  });
  expect(stdout + stderr).toBe("False ['a value that is nested less deeply'] True\n");
});
