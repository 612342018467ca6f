/** The official inspector, which `npm run platforms` installs apart. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { NODES } from './installedPlatforms.js';
import { ROOT } from './schemas.js';

/** The oldest Node that the inspector runs on is newer than the oldest one of this project. */
const NODE = NODES[0] ?? expect.unreachable();

/** The Node that runs it. */
export const INSPECTOR_NODE: string = NODE.program;

/** Its program. */
export const INSPECTOR: string = join(
  ROOT,
  'test/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** Why it cannot be run here; undefined if it can. */
export const INSPECTOR_MISSING: string | undefined =
  NODE.missing ?? (existsSync(INSPECTOR) ? undefined : 'the inspector is not installed: npm run platforms');
