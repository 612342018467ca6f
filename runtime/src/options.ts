/**
 * Options as data: the kinds of options, the functions that check them by their tables, and the tables of this package that others extend.
 *
 * @module
 */

export * from './options/kinds.js';
export { LEDGER_OPTION } from './ledger/index.js';
export { REQUEST_OPTIONS, type DerivedTimeout } from './peer/pendingRequest.js';
export { PING_OPTIONS } from './peer/ping.js';
export { CACHE_HINT_OPTIONS } from './session/prepare.js';
export { DEFINITION_OPTIONS } from './session/serve.js';
export { REQUEST_STATE_OPTIONS } from './stateless/stateSealer.js';
export { LINE_LIMITS } from './transports/messageLimits.js';
