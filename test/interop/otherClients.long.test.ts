/** Clients of others than the official SDKs for TypeScript at a server with everything: for Python, and the official inspector. */

import { fileURLToPath } from 'node:url';
import { serveHttp } from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished } from 'vitest';
import { everyFeature } from '../support/everyFeature.mjs';
import { INSPECTOR, INSPECTOR_MISSING, INSPECTOR_NODE } from '../support/inspector.js';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const PROGRAM = fileURLToPath(new URL('../support/everyFeature.mjs', import.meta.url));
const PYTHON_CLIENTS = fileURLToPath(new URL('../fixtures/pythonPeers.py', import.meta.url));

/** What a client is given to reach the server. */
const TARGETS: { readonly [transport: string]: () => Promise<readonly string[]> } = {
  stdio: () => Promise.resolve([process.execPath, PROGRAM]),
  async HTTP() {
    const service = await serveHttp(everyFeature(), { port: 0, shutdownTimeout: 100 });
    onTestFinished(() => service.close());
    return [service.url];
  },
};

const TOOLS = ['echo', 'show', 'elicit', 'sample', 'roots', 'progress', 'log', 'wait', 'stopped', 'change'];

/** What the inspector is told to do, and a part of what it prints. */
const INSPECTIONS: readonly (readonly [args: readonly string[], result: object])[] = [
  [['--method', 'initialize'], {}],
  [['--method', 'tools/list', '--strict'], { tools: TOOLS.map((name) => ({ name })) }],
  [
    ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=hello'],
    { content: [{ type: 'text', text: 'hello' }] },
  ],
  [['--method', 'resources/list'], { resources: [{ uri: 'text://a' }] }],
  [['--method', 'resources/read', '--uri', 'text://ada'], { contents: [{ uri: 'text://ada', text: 'template ada' }] }],
  [['--method', 'resources/templates/list'], { resourceTemplates: [{ uriTemplate: 'text://{name}' }] }],
  [['--method', 'prompts/list'], { prompts: [{ name: 'greet' }] }],
  [
    ['--method', 'prompts/get', '--prompt-name', 'greet', '--prompt-args', 'name=Ada'],
    { messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }] },
  ],
];

describe.each(Object.keys(TARGETS))('over %s', (transport) => {
  const target = (): Promise<readonly string[]> => TARGETS[transport]?.() ?? expect.unreachable();

  describe.each(['mcp', 'fastmcp'] as const)('the client of %s for Python', (name) => {
    for (const [mode, revision] of [
      ['auto', '2026-07-28'],
      ['legacy', '2025-11-25'],
    ] as const) {
      testUnless(missingPython(name), `lists, calls, reads, and is asked in ${revision}`, async () => {
        const args = [PYTHON_CLIENTS, name, mode, ...(await target())];
        const { code, stdout, stderr } = await runProgram(ROOT, PYTHON, args);
        expect(code, stderr).toBe(0);
        expect(JSON.parse(stdout)).toEqual({
          revision,
          server: 'every',
          tools: TOOLS,
          calls: ['hello', 'Ada', 'Sunny', '1'],
          steps: ['done', [1, 2]],
          resources: ['text://a'],
          templates: ['text://{name}'],
          read: ['a', 'template ada'],
          prompts: ['greet'],
          prompt: 'Greet Ada',
          completed: ['ada'],
        });
      });
    }
  });

  const [era, protocolVersion] = transport === 'stdio' ? ['legacy', '2025-11-25'] : ['modern', '2026-07-28'];
  testUnless(INSPECTOR_MISSING, `the inspector lists, calls, and reads in ${protocolVersion}`, async () => {
    const home = await temporaryFolder({});
    const command = [INSPECTOR, '--cli', ...(await target()), '--quiet', '--format', 'json', '--protocol-era', era];
    const inspected: unknown[] = [];
    for (const [args] of INSPECTIONS) {
      const { code, stdout, stderr } = await runProgram(home, INSPECTOR_NODE, [...command, ...args], { HOME: home });
      expect(code, stderr).toBe(0);
      inspected.push((JSON.parse(stdout) as { readonly result: unknown }).result);
    }
    expect(inspected).toMatchObject([{ protocolVersion }, ...INSPECTIONS.slice(1).map(([, result]) => result)]);
  });
});
