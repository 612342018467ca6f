/** The roots of a client, as places on this machine. */

export { filePath } from './paths.js';
export { OutsideRootsError, RootPaths } from './rootPaths.js';
