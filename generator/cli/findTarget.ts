/** Finds the target of a command line or config: one of mcp-gen, or a module of the project. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SchemaProblems } from '../problems.js';
import { type Target, TargetError, type TargetName, TARGETS } from '../targets/target.js';
import { UsageError } from './outcome.js';

export const targetHint = `${TARGETS.join(', ')}, or the path of a module whose default export is a target`;

/** Returns whether a string is the name of a target of mcp-gen, or an existing file. */
export function isTarget(text: string): boolean {
  return isOwn(text) || existsSync(text);
}

/** Checks a target on the command line. @throws {UsageError} if the target is unknown */
export function checkTarget(text: string): string {
  if (isTarget(text)) return text;
  if (isPath(text)) throw new UsageError(`The target ${text} was not found: the file does not exist.`);
  throw new UsageError(`Unknown target ${text}. Valid targets: ${targetHint}.`);
}

/** @throws {UsageError} if the module does not export a target */
export async function loadTarget(text: string): Promise<TargetName | Target> {
  if (isOwn(text)) return text;
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(text)).href)) as typeof module;
  } catch (cause) {
    throw new UsageError(`The target ${text} cannot be loaded: ${(cause as Error).message}`, { cause });
  }
  const target = module.default as Partial<Target> | undefined;
  const hasName = typeof target?.name === 'string' && /^[\w-]+$/.test(target.name) && !isOwn(target.name);
  if (!hasName || typeof target.emit !== 'function') {
    throw new UsageError(
      `The default export of ${text} is not a target: expected an object with a unique name and emit().`,
    );
  }
  return withErrors(target as Target);
}

/** Returns a target whose errors contain its name, because they are bugs of its module, not of mcp-gen. */
function withErrors(target: Target): Target {
  const { name } = target;
  const attempt = <Result>(run: () => Result): Result => {
    try {
      return run();
    } catch (cause) {
      if (cause instanceof SchemaProblems) throw cause;
      throw new TargetError(name, cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };
  return {
    name,
    ...(target.folders && { folders: target.folders }),
    checkNames: (protocol) => attempt(() => target.checkNames?.(protocol) ?? []),
    emit: (plan, banner) => attempt(() => target.emit(plan, banner)),
  };
}

function isPath(text: string): boolean {
  return /[/\\]|\.[cm]?[jt]s$/.test(text);
}

function isOwn(text: string): text is TargetName {
  return TARGETS.some((name) => name === text);
}
