/** The roots of a client, as paths on this machine. */

export { filePath, RootPaths } from './rootPaths.js';
