import { HttpStatusError } from '@mcp-gen/runtime';
import type { Target } from './target.js';

/** Adds advice to the HTTP error of a URL at which no session could be opened. Any other error is returned unchanged. */
export function explainRefusal(error: unknown, target: Target): unknown {
  if (!(error instanceof HttpStatusError && (typeof target === 'string' || target instanceof URL))) return error;
  const { status, message, rpcCode, data, retryAfter } = error;
  const hint = hintFor(status, String(target));
  return hint === undefined ? error : new HttpStatusError(status, `${message}. ${hint}`, rpcCode, data, retryAfter);
}

function hintFor(status: number, url: string): string | undefined {
  switch (status) {
    case 401:
      return 'The server requires authentication: set the option auth, or headers: { authorization: ... }';
    case 403:
      return 'Access is denied: check the option headers, and the hosts and origins that the server allows';
    case 404:
    case 405:
      return `No MCP server found at ${url}: check its path. Most servers have a path such as /mcp`;
    default:
      return undefined;
  }
}
