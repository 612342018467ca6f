import type { ConnectedClient, Server, SupportedRevision } from '@mcp-gen/sdk';

export function everyFeature(
  revisions?: readonly SupportedRevision[],
  onClient?: (client: ConnectedClient) => void,
): Server;
