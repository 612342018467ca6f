/**
 * The extension tasks: what its messages are, and what checks them.
 *
 * @module
 */

export * from './types.js';
export * from './validators.js';
export { client, server } from './dispatch.js';
export type { ClientRequests, ServerNotifications } from './dispatch.js';
