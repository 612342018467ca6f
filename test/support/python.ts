/** Python, and the packages that tests of clients for it need. */

import { spawnSync } from 'node:child_process';

/** The program: a Python of one's own, or that of the machine. */
export const PYTHON = process.env['MCP_PYTHON'] ?? 'python3';

/** Returns why tests with a package for Python cannot run here; undefined if they can. */
export function missingPython(name: 'mcp' | 'fastmcp'): string | undefined {
  const { status } = spawnSync(PYTHON, ['-c', `from ${name} import Client`]);
  return status === 0 ? undefined : `the package ${name} for Python is not installed`;
}
