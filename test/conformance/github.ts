/**
 * Replaces the GitHub API in a process that is started with `--import` and this file: the repository has the files of this checkout and the
 * labels of docs/releases.md, and neither issues nor releases. Other requests are sent.
 */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Bundled, this module lies in a folder below its own.
const ROOT = new URL('../../../', import.meta.url);
const LABELS = [...(/^Labels: (.*)$/m.exec(read('docs/releases.md'))?.[1] ?? '').matchAll(/`([^`]+)`/g)];

const request = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { hostname, pathname } = new URL(input instanceof Request ? input.url : input);
  return hostname === 'api.github.com' ? Promise.resolve(answer(pathname)) : request(input, init);
};

/** Returns the answer for a path such as `/repos/owner/mcp-gen/contents/README.md`. */
function answer(pathname: string): Response {
  const [, repository, subject, ...rest] = /^\/repos\/([^/]+\/[^/]+)\/?([^/]*)\/?(.*)$/.exec(pathname) ?? [];
  if (repository !== 'owner/mcp-gen') return Response.json([]);
  if (subject === 'labels') return Response.json(LABELS.map(([, name]) => ({ name })));
  if (subject === 'issues' || subject === 'releases') return Response.json([]);
  const path = decodeURIComponent(rest.join(''));
  if (subject !== 'contents' || !existsSync(new URL(path, ROOT))) return Response.json({}, { status: 404 });
  const content = Buffer.from(read(path)).toString('base64');
  return Response.json({ type: 'file', name: path, path, encoding: 'base64', content });
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');
}
