/** The roots of a client, for servers that work on them. */

export { filePath, OutsideRootsError, RootPaths } from './roots/index.js';
