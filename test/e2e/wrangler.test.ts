/** wrangler bundles a scaffolded Worker, from packed packages, for compatibility dates with and without modules of Node. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { CLI, runProgram } from '../support/runCli.js';
import { npm } from '../support/scaffolded.js';
import { sharedFolder } from '../support/sharedFolder.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const WRANGLER = process.env['MCP_WRANGLER'] ?? '';
const MISSING = WRANGLER === '' ? 'MCP_WRANGLER does not name the program of wrangler' : undefined;

/** A Worker with its packages, installed once. */
async function worker(): Promise<string> {
  const { folder } = await sharedFolder('wrangler', async (parent) => {
    const args = ['scaffold', 'server', 'edge', '--deploy', 'worker', '--runtime', 'vendor', '--yes'];
    expect(await runProgram(parent, process.execPath, [CLI, ...args])).toMatchObject({ code: 0 });
    const installed = await npm(join(parent, 'edge'), 'install', '--prefer-offline', '--no-audit', '--no-fund');
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
  });
  return join(folder, 'edge');
}

const DATES = ['2024-09-23', '2025-03-11', '2025-09-15', '2026-11-01'];

for (const date of DATES) {
  testUnless(MISSING, `wrangler bundles a Worker for the compatibility date ${date}`, async () => {
    const out = await temporaryFolder();
    const home = await temporaryFolder();
    const args = ['deploy', '--config', 'wrangler.jsonc', '--dry-run', '--compatibility-date', date, '--outdir', out];
    const env = { CI: '1', WRANGLER_SEND_METRICS: 'false', XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, TMPDIR: home };
    const { code, stdout, stderr } = await runProgram(await worker(), WRANGLER, args, env);
    expect(code, stderr).toBe(0);
    // Without a flag, a warning about a module of Node would be an error of the Worker when it runs.
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|nodejs_compat|node:/);
    expect((await stat(join(out, 'worker.js'))).size).toBeGreaterThan(100_000);
  });
}
