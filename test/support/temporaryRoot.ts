/** Gives the run a temporary folder of its own, which has to be empty again behind it: what a test makes, it removes. */

import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What names the folder for temporary files to programs, by platform. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-'));
  // Programs that give up root's privileges reach what is theirs in it.
  chmodSync(folder, 0o711);
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    if (left.length === 0) return;
    console.error(`Tests left files behind in the folder for temporary ones: ${left.join(', ')}`);
    process.exitCode = 1;
  };
}
