/** The example that checks conversations. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PYTHON } from '../support/python.js';
import { ROOT } from '../support/schemas.js';

/** What the example says to a conversation. */
export function checkConversation(conversation: string): string {
  const { stdout, stderr } = spawnSync(PYTHON, [join(ROOT, 'examples/python/check.py')], {
    input: conversation,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(stderr).toBe('');
  return stdout.trimEnd();
}
