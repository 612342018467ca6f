// Makes what the home page has besides its Markdown: the live example, as it is before anything is loaded, and the list of all pages.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NAVIGATION } from '../navigation.mjs';
import { bundle } from './bundle.mjs';
import { escapeHtml } from '../escapeHtml.mjs';
import { langAttribute } from './page.mjs';

/** Returns how the home page differs from other pages: `page`, what its frame is given, and `complete`, which fills in its content. */
export async function homeFrame() {
  const parts = { live: await liveExample(), pages: allPages() };
  return {
    page: { scripts: ['explorer/home.js'], styles: ['assets/home.css'], isWide: true },
    complete: (html) => html.replaceAll(/<div id="(live|pages)"><\/div>/g, (_, name) => parts[name]),
  };
}

async function liveExample() {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-site-'));
  await bundle({ prerender: 'site/home/prerender.ts' }, folder);
  const { prerender } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  const html = await prerender('explorer/index.html');
  await rm(folder, { recursive: true });
  return html;
}

function allPages() {
  const groups = NAVIGATION.map(({ title, lang, pages }) => {
    const items = pages.map((page) => `<li><a href="${page.path}">${escapeHtml(page.title)}</a></li>`);
    return `<section${langAttribute(lang)}><h3>${escapeHtml(title)}</h3><ul>${items.join('')}</ul></section>`;
  });
  return `<div class="all-pages">${groups.join('\n')}</div>`;
}
