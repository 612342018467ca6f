/** The roots of a client, as paths on this machine. */

export { filePath } from './paths.js';
export { RootPaths } from './rootPaths.js';
