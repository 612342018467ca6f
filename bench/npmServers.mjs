// How servers of npm that are installed in a folder are started, as a file of desktop hosts says it.
import { join } from 'node:path';

/** Returns the file of a package that is installed in a folder. */
export function installedIn(folder, path) {
  return join(folder, 'node_modules', path);
}

/**
 * Returns functions for the configuration of a server: `server` for a module of Node.js, and `program` for an executable file. Both take its
 * path below `node_modules`, environment variables, and arguments.
 *
 * @param folder where the servers are installed
 * @param work the working directory, to which servers may write
 */
export function startedFrom(folder, work) {
  const server = (path, env = {}, ...args) => ({
    command: process.execPath,
    args: [installedIn(folder, path), ...args],
    env,
    cwd: work,
  });
  const program = (path, env = {}, ...args) => ({ command: installedIn(folder, path), args, env, cwd: work });
  return { server, program };
}
