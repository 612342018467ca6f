/** Makes all programs of a test run, Vitest's workers included, load optimizeLate.cjs. Keeps options that are already set. */

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('optimizeLate.cjs', import.meta.url));

export default function setUp(): () => void {
  const before = process.env['NODE_OPTIONS'];
  createRequire(import.meta.url)(FILE);
  // Node reads a backslash between quotes as the start of an escape.
  process.env['NODE_OPTIONS'] = `${before ?? ''} --require="${FILE.replaceAll('\\', '\\\\')}"`.trim();
  return () => {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
  };
}
