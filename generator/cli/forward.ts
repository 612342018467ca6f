/** Loads commands that another package implements, so that this package needs no runtime and no network. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from './outcome.js';

/** A command of another package. */
export interface Forwarded {
  /** Of its stored help. */
  readonly name: 'bridge' | 'bind' | 'talk';
  /** The package that implements it. */
  readonly package: string;
  /** The module to import: `@mcp-gen/sdk/bridge`. */
  readonly entry: string;
  /** The user's command, as errors name it. Default: `mcp-gen` and the name. */
  readonly command?: string;
  /** The arguments of `npx -y` that run the user's command without an installation. */
  readonly program: string;
}

/**
 * Loads the implementation of a command: from the current project, or else from the folder of this package.
 *
 * @throws {UsageError} if the package is not installed, with the commands that install and replace it
 */
export async function loadForwarded<Module>(forwarded: Forwarded): Promise<Module> {
  const { name, package: needed, entry, command = `mcp-gen ${name}`, program } = forwarded;
  const path = findModule(entry);
  if (path !== undefined) return (await import(pathToFileURL(path).href)) as Module;
  throw new UsageError(
    `${command} needs the package ${needed}. Install it: npm install ${needed}. Or run: npx -y ${program}`,
  );
}

/** Returns the arguments after the name of the command. */
export function argumentsOf(name: string, args: readonly string[]): readonly string[] {
  return args.slice(args.indexOf(name) + 1);
}

/**
 * Returns the help that arguments ask for, if the package of the command, which prints it otherwise, is not installed. The build stores it.
 */
export function storedHelp({ name, entry }: Forwarded, args: readonly string[]): string | undefined {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (!own.some((arg) => arg === '--help' || arg === '-h') || findModule(entry) !== undefined) return undefined;
  const texts = createRequire(import.meta.url)('../../dist/help.json') as Record<Forwarded['name'], string>;
  return texts[name];
}

function findModule(entry: string): string | undefined {
  for (const place of [pathToFileURL(join(process.cwd(), 'package.json')), import.meta.url]) {
    try {
      return createRequire(place).resolve(entry);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
