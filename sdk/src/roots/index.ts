/** The roots of a client, as places on this machine. */

export { filePath } from './paths.js';
export { RootPaths } from './rootPaths.js';
