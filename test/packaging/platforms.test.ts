/** The built packages run on other versions of Node than the one that runs the tests, and in Deno. */

import { fileURLToPath } from 'node:url';
import { serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { server } from '../fixtures/everythingSdkServer.mjs';
import { runInDeno } from '../support/fetchPlatforms.js';
import { DENO, NODES } from '../support/installedPlatforms.js';
import { testUnless } from '../support/omissions.js';
import { CLI, runCli, runProgram } from '../support/runCli.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const SMOKE = fileURLToPath(new URL('../fixtures/smoke.mjs', import.meta.url));

const OUTCOME = {
  revision: '2026-07-28',
  text: 'counted to 3',
  reports: [1, 2, 3],
  updated: { uri: 'note:///attic' },
  sampled: 'oracle: Because.',
};

let generated: ReturnType<typeof readTree> | undefined;

/** What the compiler writes on this version of Node. */
function generatedHere(): ReturnType<typeof readTree> {
  return (generated ??= (async () => {
    const folder = await temporaryFolder();
    await runCli(folder, 'generate', '2025-03-26');
    return readTree(folder);
  })());
}

test('the two newer versions of Node with long-term support are listed', () => {
  expect(NODES.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^Node 22\./),
    expect.stringMatching(/^Node 24\./),
  ]);
});

for (const { name, program, missing } of NODES) {
  testUnless(missing, `${name}: a client talks with servers over stdio and HTTP`, async () => {
    const { code, stdout, stderr } = await runProgram('.', program, [SMOKE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { version, ...ways } = JSON.parse(stdout) as { readonly version: string };
    expect(name).toBe(`Node ${version.slice(1)}`);
    expect(ways).toEqual({ stdio: OUTCOME, http: OUTCOME });
  });

  testUnless(missing, `${name}: the compiler writes the same files`, async () => {
    const folder = await temporaryFolder();
    const [expected, { code, stderr }] = await Promise.all([
      generatedHere(),
      runProgram(folder, program, [CLI, 'generate', '2025-03-26']),
    ]);
    expect(code, stderr).toBe(0);
    expect(Object.keys(expected).length).toBeGreaterThan(5);
    expect(await readTree(folder)).toEqual(expected);
  });
}

testUnless(DENO.missing, 'Deno: our client needs no permission but for the host of the server', async () => {
  const { url, close } = await serveHttp(server, { port: 0 });
  onTestFinished(() => close());
  expect(JSON.parse(await runInDeno(SMOKE, url))).toEqual(OUTCOME);
});
