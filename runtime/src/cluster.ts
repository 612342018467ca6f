/**
 * Servers over HTTP whose sessions several processes serve: what an implementation of `SessionRouter` needs, and one in memory.
 *
 * @module
 */

export { requestRelay } from './cluster/cluster.js';
export { MemorySessionRouter } from './cluster/memoryRouter.js';
export type { RouterRelay, RouterMember, RouterNode, SessionPlace, SessionRouter } from './cluster/sessionRouter.js';
