import type { IncomingMessage, ServerResponse } from 'node:http';

/** Returns the value of a cookie; undefined if the request does not have it. */
export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  return cookiesOf(request).find(([key]) => key === name)?.[1];
}

/** Returns the names of a request's cookies that begin with a prefix. Browsers send the oldest ones first (RFC 6265, section 5.4). */
export function cookieNames(request: IncomingMessage, prefix: string): readonly string[] {
  return cookiesOf(request).flatMap(([name]) => (name.startsWith(prefix) ? [name] : []));
}

/**
 * Returns a cookie name that only this host can set over https. Without the prefix, another host of the domain could set the cookie for the
 * whole domain (RFC 6265bis, section 4.1.3).
 */
export function hostCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** Sets a cookie that scripts cannot read. Other sites cannot send it, except with links to this server. */
export function setCookie(
  response: ServerResponse,
  name: string,
  value: string,
  { secure, maxAge }: { readonly secure: boolean; readonly maxAge: number },
): void {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${Math.floor(maxAge / 1_000)}`, 'HttpOnly', 'SameSite=Lax'];
  response.appendHeader('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
}

function cookiesOf({ headers }: IncomingMessage): readonly (readonly [name: string, value: string])[] {
  return (headers.cookie ?? '').split(';').map((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return [name, value];
  });
}
