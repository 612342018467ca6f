/** What one message makes a process do, in short. `npm run amplification` measures it with larger messages. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('amplification/run.mjs', import.meta.url));

interface Row {
  readonly case: string;
  readonly exceeded: string;
}

test('one message causes work, memory and traffic in proportion to its size', { timeout: 600_000 }, async () => {
  const flags = ['--expose-gc', '--max-old-space-size=256', PROGRAM, '--kilobytes', '100', '--short', '--json'];
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, flags, { maxBuffer: 10_000_000 }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, output: stdout }),
    );
  });
  const rows = JSON.parse(output) as readonly Row[];
  for (const direction of ['to a server', 'to a client']) {
    expect(rows.filter((row) => row.case.startsWith(direction)).length).toBeGreaterThan(50);
  }
  expect(rows.filter(({ exceeded }) => exceeded !== '')).toEqual([]);
  expect(code).toBe(0);
});
