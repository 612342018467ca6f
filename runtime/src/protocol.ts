/** One side of a conversation. */
export type Side = 'server' | 'client';
