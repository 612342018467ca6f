import type { Server, SupportedRevision } from '@mcp-gen/sdk';

export function everyFeature(revisions?: readonly SupportedRevision[]): Server;
