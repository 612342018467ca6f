/** The packages of this project: where they stand, and what their manifests say. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The parts of a package.json that matter here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** What the package publishes, as paths; one that starts with `!` is left out again. */
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

/** The folder of mcp-gen itself, in a clone or installed. Both hold the other packages at the same places. */
export const generatorFolder: string = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of `@mcp-gen/runtime`. */
export const runtimeFolder: string = join(generatorFolder, 'runtime');

/** The folder of `@mcp-gen/protocol`. */
export const protocolFolder: string = join(generatorFolder, 'generated');

/** The folder of `@mcp-gen/sdk`. */
export const sdkFolder: string = join(generatorFolder, 'sdk');

/** The folder of `@mcp-gen/auth`. */
export const authFolder: string = join(generatorFolder, 'auth');

/** The folder of `@mcp-gen/bind`. */
export const bindFolder: string = join(generatorFolder, 'bind');

/** Reads the package.json in the folder of a package. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
