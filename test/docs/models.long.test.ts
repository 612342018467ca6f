/** The programs of docs/models.md compile with the packages of the vendors, and talk with an API that checks what it is sent. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  startVendor,
  vendorEnvironment,
  vendorPackages,
  VENDORS_MISSING,
  WEATHER_SERVER,
} from '../support/modelVendors.js';
import { testUnless } from '../support/omissions.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/models.md';
const programs = pagePrograms(PAGE);
const CONVERSATIONS = ['anthropic.ts', 'openai.ts', 'chat.ts', 'gemini.ts', 'ai-sdk.ts'];

test('the first program of the page compiles, without packages of vendors', () => {
  const [, first = ''] = /```ts\n(.*?)```/s.exec(readProjectFile(PAGE)) ?? [];
  expect(first).toContain('toolsFor');
  expect(typeErrors(new Map([['first.ts', first]]))).toEqual([]);
});

describe('with the packages of the vendors', () => {
  test('the page has a program for each API', () => {
    expect([...programs.keys()]).toEqual(['host.ts', ...CONVERSATIONS]);
  });

  testUnless(VENDORS_MISSING, 'the programs compile', async () => {
    expect(typeErrors(programs, await vendorPackages())).toEqual([]);
  });

  for (const program of CONVERSATIONS) {
    testUnless(
      VENDORS_MISSING,
      `${program} calls a tool, and prints what the model says about its result`,
      async () => {
        const vendor = await startVendor();
        const folder = await runnable(new Map([...programs, ['server.ts', WEATHER_SERVER]]), await vendorPackages());
        const server = { command: process.execPath, args: [join(folder, 'server.js')] };
        await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { '1st': server } }));
        const name = program.replace(/\.ts$/, '');
        const environment = vendorEnvironment(vendor, name);
        const { stdout, stderr } = await runProgram(folder, process.execPath, [`${name}.js`], environment);
        expect(vendor.refused).toEqual([]);
        expect(stdout.trim(), stderr).toBe('The tool said: Sunny in Oslo, in celsius');
        // Only Chat Completions has no images in results.
        expect(vendor.requests).toHaveLength(2);
        expect(JSON.stringify(vendor.requests[1]).includes('AQID')).toBe(program !== 'chat.ts');
      },
    );
  }
});
