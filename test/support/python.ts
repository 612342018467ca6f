/** Python, and the packages that tests of clients for it need. */

import { spawnSync } from 'node:child_process';

/** The program: a Python of one's own, or that of the machine. */
export const PYTHON = process.env['MCP_PYTHON'] ?? 'python3';

/** Returns why tests with Python, or with a package for it, cannot run here; undefined if they can. */
export function missingPython(name?: 'mcp' | 'fastmcp'): string | undefined {
  const { status } = spawnSync(PYTHON, ['-c', name === undefined ? '' : `from ${name} import Client`]);
  if (status === 0) return undefined;
  return name === undefined ? 'Python is not installed' : `the package ${name} for Python is not installed`;
}
