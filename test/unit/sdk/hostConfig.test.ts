/** The configuration of a host: which servers, how they are reached, and what is said of what is wrong. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, Host, readConfig, type ServerConfigs } from '@mcp-gen/sdk/host';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readServers } from '../../../sdk/src/host/config.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const read = (servers: unknown) => Object.fromEntries(readServers(servers, 'mcpServers'));

/** What is said to be wrong. */
function problems(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('servers are programs, URLs, or transports that a function makes', () => {
  const transport = (): never => {
    throw new Error('Not called yet');
  };
  const servers = {
    files: { command: 'npx', args: ['-y', 'files'], env: { LEVEL: 'high' }, cwd: '/srv', alwaysAllow: ['read'] },
    plain: { type: 'stdio', command: 'plain' },
    remote: { type: 'http', url: 'https://example.org/mcp', headers: { authorization: 'Bearer x' } },
    older: { type: 'sse', url: 'http://localhost:3000/sse' },
    bare: { url: 'https://example.org/mcp' },
    off: { command: 'never', disabled: true },
    own: transport,
  };
  expect(read(servers)).toEqual({
    files: { kind: 'command', target: ['npx', '-y', 'files'], options: { env: { LEVEL: 'high' }, cwd: '/srv' } },
    plain: { kind: 'command', target: ['plain'], options: {} },
    remote: { kind: 'url', target: 'https://example.org/mcp', options: { headers: { authorization: 'Bearer x' } } },
    older: { kind: 'url', target: 'http://localhost:3000/sse', options: {} },
    bare: { kind: 'url', target: 'https://example.org/mcp', options: {} },
    own: { kind: 'transport', target: transport, options: {} },
  });
});

describe('environment variables', () => {
  test('are expanded wherever a text stands', () => {
    vi.stubEnv('HOST_TEST_KEY', 'k$1');
    vi.stubEnv('HOST_TEST_EMPTY', '');
    vi.stubEnv('HOST_TEST_ODD', '${HOST_TEST_KEY}');
    const servers = {
      files: {
        command: '${HOST_TEST_KEY}/run',
        args: ['${HOST_TEST_EMPTY}', '${HOST_TEST_EMPTY:-filled}', '${HOST_TEST_UNSET:-}', '${HOST_TEST_UNSET:-a:-b}'],
        env: { KEY: 'x${HOST_TEST_KEY}y${HOST_TEST_KEY}', ODD: '${HOST_TEST_ODD}' },
        cwd: '/${HOST_TEST_KEY:-never}',
      },
      remote: {
        url: 'https://${HOST_TEST_UNSET:-example.org}/',
        headers: { authorization: 'Bearer ${HOST_TEST_KEY}' },
      },
      literal: { command: 'sh', args: ['-c', 'echo $HOME ${x%.*} $(date) {}'] },
    };
    expect(read(servers)).toMatchObject({
      files: {
        target: ['k$1/run', '', 'filled', '', 'a:-b'],
        options: { env: { KEY: 'xk$1yk$1', ODD: '${HOST_TEST_KEY}' }, cwd: '/k$1' },
      },
      remote: { target: 'https://example.org/', options: { headers: { authorization: 'Bearer k$1' } } },
      literal: { target: ['sh', '-c', 'echo $HOME ${x%.*} $(date) {}'] },
    });
  });

  test('that have no value are named, with what to do', () => {
    const servers = {
      files: { command: 'x', args: ['ok', '${HOST_TEST_UNSET}'], env: { KEY: '${env:HOST_TEST_UNSET}' } },
    };
    expect(problems(() => read(servers))).toEqual([
      'mcpServers.files.args[1]: environment variable HOST_TEST_UNSET is not set: set it, or write ${HOST_TEST_UNSET:-default}',
      'mcpServers.files.env.KEY: unsupported variable ${env:HOST_TEST_UNSET}: write ${HOST_TEST_UNSET} for an environment variable',
    ]);
  });
});

test('all that is wrong is told at once, each with its place and what was expected, and no values', () => {
  const servers = {
    none: {},
    text: 'npx files',
    both: { command: 'x', url: 'https://example.org' },
    kind: { type: 'websocket', url: 'wss://example.org' },
    'odd name': { command: 7, args: 'secret', env: ['secret'], cwd: null },
    far: { url: 'ftp://secret', headers: { authorization: { secret: true } } },
    typed: { type: 'http', command: 'x' },
    empty: { command: '' },
  };
  expect(problems(() => read(servers))).toEqual([
    'mcpServers.none.command: expected the program of the server, as a string, found nothing',
    'mcpServers.text: expected an object with a command or a url, found a string',
    'mcpServers.both: has both a command and a url: remove one of them',
    'mcpServers.kind.type: expected one of stdio, local, http, streamable-http, sse, found another string',
    'mcpServers["odd name"].command: expected the program of the server, as a string, found a number',
    'mcpServers["odd name"].args: expected an array of strings, found a string',
    'mcpServers["odd name"].env: expected an object of strings, found an array',
    'mcpServers["odd name"].cwd: expected a string, found null',
    'mcpServers.far.url: expected a URL that begins with http:// or https://, found another string',
    'mcpServers.far.headers.authorization: expected a string, found an object',
    'mcpServers.typed.url: expected the URL of the server, as a string, found nothing',
    'mcpServers.empty.command: expected the program of the server, found an empty string',
  ]);
  expect(problems(() => read([]))).toEqual([
    'mcpServers: expected an object with a server under each key, found an array',
  ]);
});

test('a host refuses them when it is made, and names that it does not have', () => {
  expect(() => new Host({ servers: { a: {} } as unknown as ServerConfigs })).toThrow(/^servers\.a\.command: expected/);
  expect(() => new Host({ servers: { a: { command: 'x' } }, trusted: ['b'] })).toThrow('Configured servers: a');
  expect(() => new Host({ servers: {}, roots: ['http://example.org'] })).toThrow('is not a file of this machine');
});

describe('a configuration file', () => {
  const config = async (text: string): Promise<string> => join(await temporaryFolder({ 'mcp.json': text }), 'mcp.json');

  test('has its servers under mcpServers', async () => {
    vi.stubEnv('HOST_TEST_KEY', 'k');
    const mcpServers = { files: { command: 'x', env: { KEY: '${HOST_TEST_KEY}' } } };
    const path = await config(`\ufeff${JSON.stringify({ theme: 'dark', mcpServers })}`);
    expect(await readConfig(path)).toEqual(mcpServers);
  });

  test('or under servers, as VS Code has them', async () => {
    const servers = { files: { type: 'stdio', command: 'x' } };
    expect(await readConfig(await config(JSON.stringify({ inputs: [], servers })))).toEqual(servers);
    await expect(readConfig(await config('{ "servers": { "a": {} } }'))).rejects.toThrow(/: servers\.a/);
    const mcpServers = { other: { command: 'y' } };
    expect(await readConfig(await config(JSON.stringify({ servers, mcpServers })))).toEqual(mcpServers);
  });

  test('may have comments, and commas behind what is last, where no text is', async () => {
    const path = await config(`// "mine"
      { /* { */ "mcpServers": { // and "yours"
        "a": { "command": "http://x /* \\" */ // ,} ", "args": ["1, ]", /**/ "2",
        ], },
      } }`);
    expect(await readConfig(path)).toEqual({ a: { command: 'http://x /* " */ // ,} ', args: ['1, ]', '2'] } });
  });

  test.each([
    ['{ "tools": {} }', 'mcp.json: expected an object with the key mcpServers: { "mcpServers": { ... } }'],
    ['[]', 'mcp.json: expected an object with the key mcpServers: { "mcpServers": { ... } }'],
    ['{ "mcpServers": { "a": { "command": [] } } }', 'mcp.json: mcpServers.a.command: expected'],
    ['{\n  "mcpServers": {\n    "a": { "command": "x" , , }\n', 'mcp.json:3:29: invalid JSON: unexpected ","'],
    ['{\n  // one\n /* two\n */ / }', 'mcp.json:4:5: invalid JSON: unexpected "/"'],
    ['{ /* without end', 'mcp.json:1:3: invalid JSON: unterminated comment'],
    ["{ 'mcpServers': 1 }", 'mcp.json:1:3: invalid JSON: unexpected "\'"'],
    ['{ "mcpServers": {', 'mcp.json:1:18: invalid JSON: unexpected end of file'],
    ['{ "mcpServers": "secret\n" }', 'mcp.json:1:17: invalid JSON: unterminated string'],
    ['{ "mcpServers": "\\x" }', 'mcp.json:1:17: invalid JSON: invalid escape sequence in a string'],
    ['{ "mcpServers": "\u0001" }', 'mcp.json:1:17: invalid JSON: control character in a string'],
    ['[1 2]', 'mcp.json:1:4: invalid JSON: unexpected "2"'],
    ['{} x', 'mcp.json:1:4: invalid JSON: unexpected "x"'],
    ['', 'mcp.json:1:1: invalid JSON: unexpected end of file'],
  ])('%j: %s', async (text, message) => {
    await expect(readConfig(await config(text))).rejects.toThrow(message);
  });

  test.each([
    ['too large', ' '.repeat(1_048_577), 'the file has more than 1048576 bytes'],
    ['nested too deeply', '{"a":'.repeat(100_000), 'invalid configuration: nested too deeply'],
    ['malformed all over', '{ "a" '.repeat(100_000), ':1:7: invalid JSON: unexpected "{"'],
  ])('that is %s is refused', async (_, text, message) => {
    await expect(readConfig(await config(text))).rejects.toThrow(message);
  });

  test('of the greatest size is read', async () => {
    const text = '{ "mcpServers": { "a": { "command": "x" } } }';
    expect(await readConfig(await config(text.padEnd(1_048_576)))).toEqual({ a: { command: 'x' } });
  });

  test('that is not UTF-8 is refused', async () => {
    const path = join(await temporaryFolder(), 'mcp.json');
    await writeFile(path, Buffer.from('{ "mcpServers": { "\xe9": {} } }', 'latin1'));
    await expect(readConfig(path)).rejects.toThrow('mcp.json: the file is not UTF-8');
  });

  test('that is not there is named', async () => {
    await expect(readConfig(join(await temporaryFolder(), 'mcp.json'))).rejects.toThrow('mcp.json: file not found');
  });
});
