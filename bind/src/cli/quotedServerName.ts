import { escapeHidden, shorten } from '../compiler.js';

/** Returns the name of a server for an error: quoted and truncated. */
export function quotedServerName(name: string): string {
  return escapeHidden(shorten(JSON.stringify(name), 100));
}
