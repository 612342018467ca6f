/**
 * Gives the run a temporary folder of its own, which has to be empty again at the end: what a test makes, it removes. A second
 * folder holds what several test files share (see sharedFolder.ts); the run removes it.
 */

import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHARED_FOLDERS } from './sharedFolder.js';

/** What names the folder for temporary files to programs, by platform. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

export default function setUp(): () => void {
  const shared = mkdtempSync(join(tmpdir(), 'mcp-gen-shared-'));
  process.env[SHARED_FOLDERS] = shared;
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-'));
  // Programs that drop root's privileges can reach their own files in it.
  chmodSync(folder, 0o711);
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    const left = readdirSync(folder);
    for (const each of [folder, shared]) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
    if (left.length === 0) return;
    console.error(`Tests left files behind in the folder for temporary ones: ${left.join(', ')}`);
    process.exitCode = 1;
  };
}
