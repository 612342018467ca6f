// Builds the whole site into site/dist.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { writeApp } from './app.mjs';
import { bundle } from './bundle.mjs';
import { errorPages } from './errors.mjs';
import { writeExplorer } from './explorer.mjs';
import { explorerData } from './explorerData.mjs';
import { linkedSources } from './explorerLinks.mjs';
import { homeFrame } from './home.mjs';
import { writeLlms } from './llms.mjs';
import { writePages } from './pages.mjs';
import { writeSearch } from './search.mjs';

const SITE = fileURLToPath(new URL('../', import.meta.url));

/** The folder that the site is built into. */
export const DIST = join(SITE, 'dist');

/** Assets that are copied as they are. */
const COPIED = ['site.css', 'explorer.css', 'home.css', 'app.css', 'icon.svg'];

/** The scripts of every page. */
const SCRIPTS = {
  page: 'site/assets/page.ts',
  theme: 'site/assets/theme.ts',
  search: 'site/assets/search.ts',
};

/** The program that makes the API reference. */
const REFERENCE = fileURLToPath(new URL('../../scripts/reference.mjs', import.meta.url));

/**
 * Builds the site.
 *
 * @param options `reference`: whether it has the API reference, which takes most of the time
 * @param progress says what takes long
 * @returns how many pages it has, without those of the API reference
 */
export async function buildSite({ reference }, progress) {
  await rm(DIST, { recursive: true, force: true });
  // It runs in parallel with the following steps, so its failure is checked after them.
  const made = reference
    ? promisify(execFile)(process.execPath, [REFERENCE, '--out', join(DIST, 'reference')]).catch((error) => error)
    : undefined;
  progress.step('Bundling the scripts');
  const assets = join(DIST, 'assets');
  await mkdir(assets, { recursive: true });
  for (const name of COPIED) await cp(join(SITE, 'assets', name), join(assets, name));
  await bundle(SCRIPTS, assets, { format: 'iife' });
  const options = await mkdtemp(join(tmpdir(), 'mcp-gen-site-'));
  await bundle({ searchOptions: 'site/assets/searchOptions.ts' }, options);
  const { SEARCH_OPTIONS } = await import(pathToFileURL(join(options, 'searchOptions.js')).href);
  await rm(options, { recursive: true });
  progress.step('Writing the pages');
  const data = await explorerData();
  const frames = new Map([['site/home.md', await homeFrame()]]);
  const pages = await writePages(DIST, errorPages(), frames, linkedSources(data.get('links')));
  progress.step('Writing the explorer');
  await writeExplorer(DIST, data);
  await writeApp(DIST);
  progress.step('Writing the search');
  await writeSearch(DIST, pages, SEARCH_OPTIONS);
  await writeLlms(DIST, pages);
  if (reference) progress.step('Writing the API reference');
  const failure = await made;
  if (failure instanceof Error) throw failure;
  return pages.length;
}
