/**
 * Logs a user in with a browser, and stores credentials in a file. Node only.
 *
 * @module
 */

export { TokenStoreError } from './node/tokenStoreError.js';
export { FileTokenStore, type FileTokenStoreOptions } from './node/fileTokenStore.js';
export { login, type LoginOptions } from './node/login.js';
export { loopbackReceiver, type LoopbackOptions } from './node/loopbackReceiver.js';
