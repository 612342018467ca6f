// Writes what a command computes into a page, between two comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.mjs';

/** Replaces what stands between `<!-- name -->` and the next `<!-- end -->` of a page. */
export async function writeBetween(page, name, content) {
  const path = fileURLToPath(new URL(`../${page}`, import.meta.url));
  const before = readFileSync(path, 'utf8');
  const start = `<!-- ${name} -->`;
  const from = before.indexOf(start);
  const to = before.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`${page} has no ${start} ... <!-- end -->`);
  const text = `${before.slice(0, from + start.length)}\n\n${content}\n\n${before.slice(to)}`;
  writeFileSync(path, await formatted(path, text));
}
