/** What authors get wrong when they register something: told at once, since what is silently left out is found late. */

import type { Access } from './access.js';

/** Names that options go by elsewhere, and what they are called here. */
const CALLED: { readonly [name: string]: string } = {
  inputSchema: 'input',
  parameters: 'input',
  outputSchema: 'output',
  argsSchema: 'arguments',
  _meta: 'meta',
};

/**
 * @param what what is registered, to begin messages with: `The tool add`
 * @throws {TypeError} if its options are none, or would not do what they seem to.
 */
export function checkOptions(what: string, options: { readonly access?: Access | undefined }): void {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw new TypeError(`${what} needs an object of options before its handler: {} if there are none`);
  }
  const misnamed = Object.keys(options).find((name) => Object.hasOwn(CALLED, name));
  if (misnamed !== undefined)
    throw new TypeError(`${what} has an option ${misnamed}: it is called ${CALLED[misnamed]}`);
  const { access } = options;
  if (access !== undefined && typeof access !== 'function' && !Array.isArray(access)) {
    throw new TypeError(`The access of ${what.toLowerCase()} must be a list of roles, or a function that decides`);
  }
}

/**
 * @param does what it is for: `carries it out`
 * @throws {TypeError} if it is no function.
 */
export function checkHandler(what: string, handler: unknown, does: string): void {
  if (typeof handler !== 'function') throw new TypeError(`${what} needs a function that ${does}`);
}

/** Those of some properties that are given. */
export function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): { [Each in Name]?: Exclude<Options[Each], undefined> } {
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]))) as {
    [Each in Name]?: Exclude<Options[Each], undefined>;
  };
}
