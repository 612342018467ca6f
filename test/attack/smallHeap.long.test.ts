/** Attacks against a server with a small heap, and a good client beside it, in short. `heap/run.mjs` runs them for long. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('heap/run.mjs', import.meta.url));

interface Row {
  readonly attack: string;
  /** The most megabytes that the server had. */
  readonly peak: number;
  /** Calls of the good client over HTTP, lines of the attacker over stdio. */
  readonly calls: number;
  readonly failures: readonly string[];
}

test(
  'a server with a small heap survives attacks without credentials, and serves a good client',
  { timeout: 600_000 },
  async () => {
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [PROGRAM, '--short', '--json'], (error, stdout) =>
        resolve({ code: error?.code ?? 0, output: stdout }),
      );
    });
    const rows = JSON.parse(output) as readonly Row[];
    const overStdio = rows.filter(({ attack }) => attack.startsWith('stdio: '));
    expect([rows.length - overStdio.length, overStdio.length]).toEqual([23, 2]);
    expect(rows.filter(({ failures }) => failures.length > 0)).toEqual([]);
    for (const { peak } of rows) expect(peak).toBeLessThan(600);
    for (const { calls } of rows) expect(calls).toBeGreaterThan(0);
    expect(code).toBe(0);
  },
);
