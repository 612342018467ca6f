// Builds the whole site into site/dist.
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { writeExplorer } from './explorer.mjs';
import { writeLlms } from './llms.mjs';
import { writePages } from './pages.mjs';
import { writeSearch } from './search.mjs';

const SITE = fileURLToPath(new URL('../', import.meta.url));

/** The folder that the site is built into. */
export const DIST = join(SITE, 'dist');

/** Assets that are copied as they are. */
const COPIED = ['site.css', 'explorer.css', 'icon.svg'];

/** Builds the site, and returns how many pages it has. */
export async function buildSite() {
  await rm(DIST, { recursive: true, force: true });
  const assets = join(DIST, 'assets');
  await mkdir(assets, { recursive: true });
  for (const name of COPIED) await cp(join(SITE, 'assets', name), join(assets, name));
  await bundle(
    { page: 'site/assets/page.ts', theme: 'site/assets/theme.ts', searchOptions: 'site/assets/searchOptions.ts' },
    assets,
  );
  const { SEARCH_OPTIONS } = await import(pathToFileURL(join(assets, 'searchOptions.js')).href);
  const pages = await writePages(DIST, new Map());
  await writeExplorer(DIST);
  await writeSearch(DIST, pages, SEARCH_OPTIONS);
  await writeLlms(DIST, pages);
  return pages.length;
}
