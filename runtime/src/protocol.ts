/** The lifecycle and utility methods that the runtime handles itself. */
export const Method = {
  Initialize: 'initialize',
  Initialized: 'notifications/initialized',
  Ping: 'ping',
  Cancelled: 'notifications/cancelled',
  Progress: 'notifications/progress',
  Discover: 'server/discover',
  Listen: 'subscriptions/listen',
} as const;

/** One side of a conversation. */
export type Side = 'server' | 'client';
