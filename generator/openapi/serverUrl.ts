/** Finds the URL of an API. */

import { arrayOf, objectOf, textOf } from '../jsonValues.js';
import type { Gaps } from './gaps.js';
import type { ApiDocument } from './loadDocument.js';

/** The URL of an API whose document does not state one: its owner sets it in the environment. */
const NO_URL = 'http://127.0.0.1:8080';

/** Returns the URL before all paths, with the defaults of its variables. A document that states none is a gap. */
export function serverUrl(document: ApiDocument, prefix: string, gaps: Gaps): string {
  const url = statedUrl(document);
  if (url === undefined) gaps.add('#/servers', `no URL is stated: set ${prefix}_URL, or calls go to ${NO_URL}`);
  return url ?? NO_URL;
}

function statedUrl({ root, version, name }: ApiDocument): string | undefined {
  const stated = version === '2.0' ? swaggerUrl(root) : firstServer(root);
  const base = /^https?:/i.test(name) ? name : undefined;
  if (!URL.canParse(stated, base)) return undefined;
  const url = new URL(stated, base);
  return /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}`.replace(/\/$/, '') : undefined;
}

function firstServer(root: ApiDocument['root']): string {
  const server = objectOf(arrayOf(root['servers'])[0]);
  const variables = objectOf(server['variables']);
  const url = textOf(server['url']) ?? '/';
  return url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = objectOf(variables[name])['default'];
    return typeof value === 'number' ? String(value) : (textOf(value) ?? name);
  });
}

function swaggerUrl(root: ApiDocument['root']): string {
  const path = textOf(root['basePath']) ?? '/';
  const host = textOf(root['host']);
  if (host === undefined) return path;
  const schemes = arrayOf(root['schemes']);
  return `${schemes.includes('https') || schemes.length === 0 ? 'https' : 'http'}://${host}${path}`;
}
