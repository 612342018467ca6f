/**
 * The extension apps: its messages, types, and guards.
 *
 * @module
 */

export * from './types.js';
export * from './validators.js';
export { client, server } from './dispatch.js';
export type { ClientRequests, ServerNotifications } from './dispatch.js';
