/** A login at a server that delegates to the provider of the examples: what a person does there, without a real browser. */

import { expect } from 'vitest';
import { Browser, type Page } from './browser.js';
import { ask, consented, post, REDIRECT, registered } from './world.js';

/** Registers a client at a server, consents there, and logs in at its provider as Ada. Returns an access token. */
export async function tokenByForms(origin: string): Promise<string> {
  const client = await registered(origin);
  const asked = ask(origin, client);
  const browser = new Browser([REDIRECT]);
  const login = await consented(browser, asked.url);
  expect(login.url.origin).not.toBe(origin);
  const consent = await sendForm(browser, login, { prompt: 'login', login: 'ada', password: 'anything' });
  const { url } = await sendForm(browser, consent, { prompt: 'consent' });
  const { body } = await post(`${origin}/token`, {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    code: url.searchParams.get('code') ?? undefined,
    code_verifier: asked.verifier,
  });
  return String(body['access_token']);
}

/** Fills in the form of a page of the provider. */
async function sendForm(browser: Browser, page: Page, fields: { readonly [name: string]: string }): Promise<Page> {
  const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const body = new URLSearchParams(fields);
  const next = await browser.step(new URL(action, page.url), { method: 'POST', body });
  return browser.open(new URL(next.headers.get('location') ?? '', page.url));
}
