/** Differences of platforms: modules of Node.js, and the output for lines to the user. */

/** Writes a line for the user of the program. Never to stdout, which carries the messages over stdio. */
export function writeLine(line: string): void {
  // The types declare `process`, but it may not exist on other platforms.
  const { process } = globalThis as { readonly process?: Partial<typeof globalThis.process> };
  if (process?.stderr === undefined) console.error(line);
  else process.stderr.write(`${line}\n`);
}

/**
 * Returns a module of Node.js. Not imported, since bundlers for other platforms do not find it, also for programs that never use it.
 *
 * @param id `node:fs`
 * @throws {TypeError} if the platform does not have it.
 * @internal
 */
export function builtin(id: string): unknown {
  const { process } = globalThis as { readonly process?: { readonly getBuiltinModule?: (id: string) => unknown } };
  const found = process?.getBuiltinModule?.(id);
  if (found === undefined) throw new TypeError(`${id} is not available on this platform`);
  return found;
}
