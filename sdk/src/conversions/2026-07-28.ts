/** Conversions between revision 2026-07-28 and the unified types: they are the same. */

import type { Conversions } from '@mcp-gen/protocol/author/2026-07-28';
import type { Context, WrittenConversions } from './conversionContext.js';

export { differing } from '@mcp-gen/protocol/author/2026-07-28';
export { revision } from '@mcp-gen/protocol/2026-07-28';

export const conversions: WrittenConversions<Conversions<Context>> = { requests: {}, notifications: {} };
