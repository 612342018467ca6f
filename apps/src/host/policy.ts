/** What a view may do in its frame: its content security policy, and its permissions. */

import type { McpUiResourceCsp, McpUiResourcePermissions } from '@mcp-gen/protocol/extensions/apps';

/**
 * An origin with a scheme, a port or none, and `*.` before the name or not. No path, nothing that ends a directive, and no wildcard for everything
 * or for a top-level domain. Public suffixes of two labels, such as `co.uk`, are not known here.
 */
const ORIGIN =
  /^(https?|wss?):\/\/(\*\.([a-z0-9]([a-z0-9-]*[a-z0-9])?\.))?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/i;

/** The directives that each list adds to. */
const LISTS: { readonly [list in keyof McpUiResourceCsp]-?: readonly string[] } = {
  connectDomains: ['connect-src'],
  resourceDomains: ['script-src', 'style-src', 'img-src', 'font-src', 'media-src'],
  frameDomains: ['frame-src'],
  baseUriDomains: ['base-uri'],
};

/** What every view may do: its own inline scripts and styles, and images and media that are part of it. */
const BASE: { readonly [directive: string]: readonly string[] } = {
  'default-src': [],
  'script-src': ["'unsafe-inline'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['data:'],
  'media-src': ['data:'],
  'font-src': [],
  'connect-src': [],
  'frame-src': [],
  'object-src': [],
  'base-uri': [],
  'form-action': [],
};

/** A policy with what could not become part of it. */
export interface ViewPolicy {
  /** The value of the header `Content-Security-Policy`. */
  readonly csp: string;
  /** Entries that are not origins, which are left out. */
  readonly refused: readonly string[];
}

/**
 * Returns the content security policy of a view (MCP Apps, 2026-01-26: Host Behavior). It has nothing that the view does not declare: a host may
 * be stricter than the specification's default, and `'self'` names no server of the view.
 */
export function contentSecurityPolicy(csp: McpUiResourceCsp = {}): ViewPolicy {
  const refused: string[] = [];
  const directives = new Map(Object.entries(BASE).map(([name, sources]) => [name, [...sources]]));
  for (const [list, names] of Object.entries(LISTS)) {
    for (const source of csp[list as keyof McpUiResourceCsp] ?? []) {
      if (!ORIGIN.test(source)) refused.push(source);
      else for (const name of names) directives.get(name)?.push(source);
    }
  }
  const text = [...directives].map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`);
  return { csp: text.join('; '), refused };
}

/**
 * Returns the value of the header `Connection-Allowlist` of a view, with the origins of its policy. Browsers that know it apply it to what is no
 * request as well, and is under no other policy: peer connections, connections in advance, and lookups of names. The origin of the sandbox is one of
 * them, so that a view that loads its page again becomes a new shell, which the proxy ends.
 */
export function connectionAllowlist(csp: McpUiResourceCsp = {}): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [] } = csp;
  const origins = new Set([...connectDomains, ...resourceDomains, ...frameDomains].filter((each) => ORIGIN.test(each)));
  const patterns = [...origins].map((each) => `"${each.replace(/^http:/i, 'http{s}?:').replace(/^ws:/i, 'ws{s}?:')}"`);
  // Where a redirect leads is under the other policy.
  return `(${['response-origin', ...patterns].join(' ')}); redirects=allow`;
}

/** The feature of a browser that each permission stands for. */
export const PERMISSION_FEATURES: { readonly [permission in keyof McpUiResourcePermissions]-?: string } = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
};

/** The names of permissions. */
export const PERMISSIONS = Object.keys(PERMISSION_FEATURES);

/**
 * Returns the attribute `allow` of a frame.
 *
 * @param origin the origin that the permissions are for; `*` for an opaque one
 */
export function allowAttribute(permissions: McpUiResourcePermissions = {}, origin: string): string {
  return Object.entries(PERMISSION_FEATURES)
    .filter(([permission]) => permissions[permission as keyof McpUiResourcePermissions] !== undefined)
    .map(([, feature]) => `${feature} ${origin}`)
    .join('; ');
}
