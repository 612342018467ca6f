/** The texts that the commands below `scaffold` share. */

import type { Scaffolded } from '../../scaffold/scaffoldProject.js';

export const RUNTIME_HELP =
  'the source of the packages of mcp-gen: packed into the vendor/ folder of the project, or the npm registry';

/** Returns the lines about files that were replaced. */
export function describeReplaced({ replaced }: Scaffolded): readonly string[] {
  return replaced.length > 0 ? ['Replaced:', ...replaced.map((path) => `  ${path}`)] : [];
}

/**
 * Returns the command that tries a new project.
 *
 * @param start the command that starts it. Default: none
 */
export function nextStep(folder: string, start?: string): string {
  const quoted = /^[\w./\\:@~+-]+$/.test(folder) ? folder : JSON.stringify(folder);
  return [`cd ${quoted} && npm install && npm test`, ...(start === undefined ? [] : [start])].join(' && ');
}
