/** Programs that run in the process of the tests. */

import { atEnd } from './leftovers/endless.js';

/** Imports a program. Its listeners for SIGTERM are removed when the test file is over. */
export async function importProgram<Program>(load: () => Promise<Program>): Promise<Program> {
  const before = process.listeners('SIGTERM');
  const program = await load();
  const added = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
  atEnd(() => {
    for (const listener of added) process.off('SIGTERM', listener);
  });
  return program;
}
