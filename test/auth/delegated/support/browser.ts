/** A browser for scripts: it keeps cookies, and follows redirects and refreshing pages. */

/** A page, or a redirect to a place that no server listens at. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
  readonly path: string;
}

const MAX_STEPS = 20;

export class Browser {
  /** Everything that this browser has been sent: bodies, headers, and URLs. */
  readonly seen: string[] = [];
  readonly #stopsAt: readonly string[];
  readonly #servers: { readonly [origin: string]: string };
  #cookies: Cookie[] = [];

  /**
   * @param stopsAt URLs that begin with one of these are not opened: they are the redirect URIs of clients
   * @param servers the origins that servers listen at, by those that are public
   */
  constructor(stopsAt: readonly string[], servers: { readonly [origin: string]: string } = {}) {
    this.#stopsAt = stopsAt;
    this.#servers = servers;
  }

  /** Opens a URL, and goes wherever it leads. */
  open(url: string | URL): Promise<Page> {
    return this.#go(new URL(url), { method: 'GET' });
  }

  /** Sends the form of a page, as if a button was pressed. */
  press(page: Page, decision: string, changed: { readonly [name: string]: string } = {}, headers = {}): Promise<Page> {
    const fields = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const form = new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value]));
    form.set('decision', decision);
    for (const [name, value] of Object.entries(changed)) form.set(name, value);
    return this.#go(page.url, {
      method: 'POST',
      body: form,
      headers: { origin: page.url.origin, 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  /** Opens a URL without following where it leads. */
  async step(url: URL, init: RequestInit = { method: 'GET' }): Promise<Page> {
    const headers = new Headers(init.headers);
    headers.set('accept', 'text/html');
    const cookies = this.cookiesFor(url);
    if (cookies !== '') headers.set('cookie', cookies);
    const place = new URL(`${url.pathname}${url.search}`, this.#servers[url.origin] ?? url);
    const response = await fetch(place, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    const page = { url, status: response.status, headers: response.headers, text: await response.text() };
    this.seen.push(page.text, JSON.stringify([...response.headers]));
    return page;
  }

  cookiesFor(url: URL): string {
    return this.#cookies
      .filter(({ origin, path }) => origin === url.origin && isUnder(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** Takes those cookies of another browser that a sibling of their host can set for the whole domain (RFC 6265bis, section 4.1.3). */
  takeFromSibling(other: Browser): void {
    this.#cookies.push(...other.#cookies.filter(({ name }) => !name.startsWith('__Host-')));
  }

  async #go(first: URL, init: RequestInit): Promise<Page> {
    let next = first;
    let request = init;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      this.seen.push(next.href);
      if (this.#stopsAt.some((start) => next.href.startsWith(start))) {
        return { url: next, status: 302, headers: new Headers(), text: '' };
      }
      const page = await this.step(next, request);
      const target = targetOf(page);
      if (target === undefined) return page;
      next = new URL(target, next);
      request = { method: 'GET' };
    }
    throw new Error(`The browser was redirected more than ${MAX_STEPS} times, last to ${next.href}`);
  }

  #keep(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
    const isGone = attributes.some((part) => /^max-age=0$/i.test(part) || /^expires=Thu, 01 Jan 1970/i.test(part));
    this.#cookies = this.#cookies.filter((one) => one.name !== name || one.origin !== url.origin || one.path !== path);
    if (!isGone) this.#cookies.push({ name, value, origin: url.origin, path });
  }
}

/** Where a page redirects to. */
export function targetOf({ status, headers, text }: Page): string | undefined {
  if (status >= 300 && status < 400) return headers.get('location') ?? undefined;
  const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(text)?.[1];
  return refresh?.replaceAll('&amp;', '&');
}

function isUnder(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith('/') ? parent : `${parent}/`);
}
