/**
 * The origin on which views run: a server of two pages, for hosts whose interface is a page.
 *
 * @module
 */

import { isMcpUiResourceCsp } from '@mcp-gen/protocol/extensions/apps';
import { checkOptions } from '@mcp-gen/runtime/options';
import { connectionAllowlist, contentSecurityPolicy } from './host/policy.js';
import { PERMISSIONS_POLICY } from './sandbox/features.js';
import { SANDBOX_OPTIONS, type SandboxOptions } from './sandbox/options.js';
import { PROXY_PAGE, PROXY_SCRIPT, PROXY_STYLE, SHELL_PAGE } from './sandbox/pages.js';

export type { SandboxOptions } from './sandbox/options.js';

/** Maximum length of the origins of a view in its URL. */
const MAX_QUERY = 16_000;

/**
 * Creates the server of an origin on which views run (MCP Apps, 2026-01-26: Sandbox proxy). It has to be another origin than that of any host, with
 * no cookies and nothing else on it. It holds nothing: the HTML of a view goes through the browser alone.
 *
 * @returns a function from requests to responses, for any server that takes one
 * @throws {TypeError} if an option is invalid.
 * @example
 * ```ts
 * import { createSandbox } from '@mcp-gen/apps/sandbox';
 * import { serve } from '@hono/node-server';
 *
 * serve({ fetch: createSandbox({ hosts: ['https://chat.example.com'] }), port: 8081 });
 * ```
 */
export function createSandbox(options: SandboxOptions): (request: Request) => Promise<Response> {
  checkOptions('createSandbox', options, SANDBOX_OPTIONS);
  const hosts = options.hosts.map((host) => new URL(host).origin);
  return async ({ url, method }) => {
    const { pathname, searchParams, search } = new URL(url);
    if (method !== 'GET' && method !== 'HEAD') return refused(405, 'Only GET');
    if (pathname === '/') {
      if (!hosts.includes(searchParams.get('host') ?? '')) return refused(403, 'Unknown host');
      return page(PROXY_PAGE, await proxyPolicy(hosts), '(response-origin)');
    }
    if (pathname !== '/view') return refused(404, 'Not found');
    const csp = search.length <= MAX_QUERY ? parsed(searchParams.get('csp')) : undefined;
    if (!isMcpUiResourceCsp(csp)) return refused(400, 'Invalid origins');
    // Whoever opens it as a page of its own has an opaque origin as well.
    return page(
      SHELL_PAGE,
      `${contentSecurityPolicy(csp).csp}; frame-ancestors 'self' ${hosts.join(' ')}; sandbox allow-scripts allow-forms`,
      connectionAllowlist(csp),
    );
  };
}

/**
 * The proxy loads nothing but the shell, so that a view cannot navigate its frame anywhere else. `'self'` is the origin that the browser knows,
 * whatever a proxy makes of the header `Host`.
 */
async function proxyPolicy(hosts: readonly string[]): Promise<string> {
  const directives = [
    "default-src 'none'",
    `script-src '${await digest(PROXY_SCRIPT)}'`,
    `style-src '${await digest(PROXY_STYLE)}'`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${hosts.join(' ')}`,
  ];
  return directives.join('; ');
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}

function page(html: string, policy: string, connections: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'connection-allowlist': connections,
      'permissions-policy': PERMISSIONS_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-store',
      'origin-agent-cluster': '?1',
    },
  });
}

function refused(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain' } });
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}
