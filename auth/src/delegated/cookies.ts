import type { IncomingMessage, ServerResponse } from 'node:http';

/** Returns a cookie of a request. */
export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** Sets a cookie that no script reads and that other sites cannot send, but for links to this server. */
export function setCookie(
  response: ServerResponse,
  name: string,
  value: string,
  { path, secure, maxAge }: { readonly path: string; readonly secure: boolean; readonly maxAge: number },
): void {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${Math.floor(maxAge / 1_000)}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  response.appendHeader('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
}
