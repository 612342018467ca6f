/** Finds the packages of mcp-gen and reads their manifests. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The parts of a package.json that are used here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** The paths that the package publishes. A path that starts with `!` is excluded. */
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

/** The folder of mcp-gen itself, in a clone or installed. Both have the other packages at the same paths. */
export const generatorFolder: string = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of `@mcp-gen/runtime`. */
export const runtimeFolder: string = join(generatorFolder, 'runtime');

/** The folder of `@mcp-gen/protocol`. */
export const protocolFolder: string = join(generatorFolder, 'generated');

/** The folder of `@mcp-gen/sdk`. */
export const sdkFolder: string = join(generatorFolder, 'sdk');

/** The folder of `@mcp-gen/auth`. */
export const authFolder: string = join(generatorFolder, 'auth');

/** The folder of `@mcp-gen/apps`. */
export const appsFolder: string = join(generatorFolder, 'apps');

/** The folder of `@mcp-gen/bind`. */
export const bindFolder: string = join(generatorFolder, 'bind');

/** Reads the package.json in the folder of a package. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
