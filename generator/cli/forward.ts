/** Loads commands that another package implements, so that this package needs no runtime and no network. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from './usageError.js';

/** A command of another package. */
interface Forwarded {
  /** The command: `bridge`. */
  readonly name: string;
  /** The package that implements it. */
  readonly package: string;
  /** The module to import: `@mcp-gen/sdk/bridge`. */
  readonly entry: string;
}

/**
 * Loads the implementation of a command: from the current project, or else from the folder of this package.
 *
 * @throws {UsageError} if the package is not installed, with the command that installs it
 */
export async function loadForwarded<Module>({ name, package: needed, entry }: Forwarded): Promise<Module> {
  for (const place of [pathToFileURL(join(process.cwd(), 'package.json')), import.meta.url]) {
    const path = find(createRequire(place), entry);
    if (path !== undefined) return (await import(pathToFileURL(path).href)) as Module;
  }
  throw new UsageError(`mcp-gen ${name} needs the package ${needed}. Install it: npm install ${needed}`);
}

/** Returns the arguments after the name of the command. */
export function argumentsOf(name: string, args: readonly string[]): readonly string[] {
  return args.slice(args.indexOf(name) + 1);
}

function find({ resolve }: NodeJS.Require, entry: string): string | undefined {
  try {
    return resolve(entry);
  } catch {
    return undefined;
  }
}
