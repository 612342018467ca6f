/** The methods that the runtime itself knows: they carry the conversation, whatever it is about. */
export const Method = {
  Initialize: 'initialize',
  Initialized: 'notifications/initialized',
  Ping: 'ping',
  Cancelled: 'notifications/cancelled',
  Progress: 'notifications/progress',
  Discover: 'server/discover',
  Listen: 'subscriptions/listen',
} as const;

/** Which end of a conversation. */
export type Side = 'server' | 'client';
