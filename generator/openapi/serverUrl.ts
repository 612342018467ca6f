/** Finds the URL of an API. */

import { arrayOf, objectOf, textOf, type JsonObject } from '../jsonValues.js';
import type { Gaps } from './gaps.js';
import type { ApiDocument } from './loadDocument.js';

/** Returns the URL before all paths, with the defaults of its variables. A document that states none is a gap. */
export function serverUrl(document: ApiDocument, prefix: string, gaps: Gaps): string | undefined {
  const url = statedUrl(document);
  if (url === undefined) gaps.add('#/servers', `no URL is stated: the server does not start without ${prefix}_URL`);
  return url;
}

/** Returns the first server whose URL is known. */
function statedUrl({ root, version, name }: ApiDocument): string | undefined {
  const servers = arrayOf(root['servers'] ?? [{ url: '/' }]);
  const stated = version === '2.0' ? swaggerUrls(root) : servers.flatMap((server) => filledIn(objectOf(server)) ?? []);
  const base = /^https?:/i.test(name) ? name : undefined;
  const urls = stated.flatMap((each) => (URL.canParse(each, base) ? [new URL(each, base)] : []));
  const url = urls.find(({ protocol }) => /^https?:$/.test(protocol));
  return url && `${url.origin}${url.pathname}`.replace(/\/$/, '');
}

/** Returns the URL of a server with the defaults of its variables; undefined if one has no default. */
function filledIn({ url, variables }: JsonObject): string | undefined {
  const values = objectOf(variables);
  const missing: string[] = [];
  const filled = (textOf(url) ?? '/').replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const { default: stated, enum: allowed } = objectOf(values[name]);
    const value = stated ?? arrayOf(allowed)[0];
    const text = typeof value === 'number' ? String(value) : textOf(value);
    if (text === undefined) missing.push(name);
    return text ?? '';
  });
  return missing.length === 0 ? filled : undefined;
}

/** Returns the URL of a document of version 2.0; nothing if its host is more, or less, than a host. */
function swaggerUrls(root: ApiDocument['root']): readonly string[] {
  const path = `/${(textOf(root['basePath']) ?? '').replace(/^\/+/, '')}`;
  const host = textOf(root['host']);
  if (host === undefined) return [path];
  if (!/^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d+)?$/.test(host)) return [];
  const schemes = arrayOf(root['schemes']);
  return [`${schemes.includes('https') || schemes.length === 0 ? 'https' : 'http'}://${host}${path}`];
}
