/**
 * Logs a person in with a browser, and keeps credentials in a file. For Node alone.
 *
 * @module
 */

export { TokenStoreError } from './node/errors.js';
export { FileTokenStore, type FileTokenStoreOptions } from './node/fileTokenStore.js';
export { login, type LoginOptions } from './node/login.js';
export { loopbackReceiver, type LoopbackOptions } from './node/loopbackReceiver.js';
