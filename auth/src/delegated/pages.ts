/** The pages that users see. They contain no scripts, load no resources, and escape all values. */

import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { printable } from '@mcp-gen/runtime';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  'h1{font-size:1.4rem}dt{font-weight:600}dd{margin:0 0 .7rem}code{overflow-wrap:anywhere}' +
  '.warning{border-left:4px solid #b35900;padding-left:.7rem}' +
  'button{font:inherit;padding:.5rem 1.2rem;margin-right:.7rem;border:1px solid #555;border-radius:.3rem;background:#f4f4f4}' +
  'button[value=allow]{background:#14532d;color:#fff}';

/** Maximum characters of a name on a page. */
const MAX_NAME_LENGTH = 100;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The headers of every page. Forms only submit to this server, and no other site can embed a page in a frame. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** The values of the consent page. */
export interface Consent {
  /** The name of this server. */
  readonly server: string;
  /** The name of the client, or its id. */
  readonly client: string;
  readonly isDynamic: boolean;
  /** The host of its metadata document, if the client is identified by one. */
  readonly host: string | undefined;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The host of the provider. */
  readonly provider: string;
  readonly csrf: string;
}

/** Returns the page that asks the user whether a client may act on their behalf. */
export function consentPage({ server, client, isDynamic, host, redirectUri, scopes, provider, csrf }: Consent): string {
  const { place, isLocal } = destinationOf(redirectUri);
  const claim = isDynamic ? '<p>The application chose this name. It has not been verified.</p>' : '';
  const warning = isLocal
    ? '<p class="warning">The answer goes to a program on this computer. Continue only if you have just started it yourself.</p>'
    : '';
  return page(
    `Allow access to ${server}?`,
    `<p>An application asks for access to <strong>${escaped(server)}</strong> on your behalf.</p>
<dl><dt>Application</dt><dd>${escaped(printableLine(client))}</dd>
${host === undefined ? '' : `<dt>Published at</dt><dd><code>${escaped(host)}</code></dd>`}<dt>The answer is sent to</dt><dd><code>${escaped(place)}</code></dd>
<dt>Permissions</dt><dd>${scopes.map((scope) => `<code>${escaped(scope)}</code>`).join(' ')}</dd></dl>
${claim}${warning}
<p>If you allow it, you will log in at <strong>${escaped(provider)}</strong> next.</p>
<form method="post"><input type="hidden" name="csrf" value="${escaped(csrf)}">
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`,
  );
}

/** Returns a page that redirects. An HTTP redirect after a form would be subject to `form-action`, which cannot list every provider. */
export function continuePage(url: string): string {
  const target = escaped(url);
  return page(
    'Continue',
    `<p><a href="${target}">Continue</a></p>`,
    `<meta http-equiv="refresh" content="0;url=${target}">`,
  );
}

/** Returns a page for an error that is not reported to a client. If the user can decide to report it, `url` is the link for that. */
export function errorPage(message: string, url?: string): string {
  const link =
    url === undefined
      ? ''
      : `<p>The application is at <code>${escaped(destinationOf(url).place)}</code>. <a href="${escaped(url)}" rel="noreferrer">Return to it</a> only if you have started this login there.</p>`;
  return page(
    'The login cannot continue',
    `<p>${escaped(message)}</p><p>Go back to the application, and log in again.</p>${link}`,
  );
}

/** Sends a page. */
export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { ...PAGE_HEADERS, 'content-length': Buffer.byteLength(html) }).end(html);
}

/** Returns the target of a redirect in a form that users understand. */
function destinationOf(uri: string): { readonly place: string; readonly isLocal: boolean } {
  const { protocol, host, hostname } = new URL(uri);
  if (protocol === 'https:') return { place: host, isLocal: false };
  if (protocol === 'http:') return { place: host, isLocal: ['localhost', '127.0.0.1', '[::1]'].includes(hostname) };
  return { place: `${protocol}${host === '' ? '' : `//${host}`}`, isLocal: true };
}

function page(title: string, body: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1>
${body}</body></html>
`;
}

/** Removes characters that are invisible or change the text direction. */
function printableLine(text: string): string {
  const line = printable(text).replace(/\s+/g, ' ');
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
