// Writes the protocol explorer: its page, its scripts, and its data.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { explorerData } from './explorerData.mjs';
import { pageHtml } from './page.mjs';

const DESCRIPTION =
  'Every method and type of the Model Context Protocol in every revision; checks and converts messages.';

/** Writes the explorer into a site. */
export async function writeExplorer(dist) {
  const folder = join(dist, 'explorer');
  await mkdir(join(folder, 'data'), { recursive: true });
  await bundle({ main: 'site/explorer/main.ts' }, folder);
  for (const [name, value] of await explorerData()) {
    await writeFile(join(folder, 'data', `${name}.json`), JSON.stringify(value));
  }
  const path = 'explorer/index.html';
  const body = `<h1>Protocol explorer</h1>
<p>Every method and type of the Model Context Protocol in every revision. Messages are checked and converted in this page: they are sent nowhere.</p>
<div id="explorer" lang="en"><p>Loading…</p></div>
<noscript><p>The explorer needs JavaScript. The page <a href="../docs/revisions.html">Revisions</a> has the differences without it.</p></noscript>`;
  const html = pageHtml({
    path,
    title: 'Protocol explorer',
    description: DESCRIPTION,
    body,
    scripts: ['explorer/main.js'],
    styles: ['assets/explorer.css'],
    isWide: true,
  });
  await writeFile(join(dist, path), html);
  return [{ path, title: 'Protocol explorer', description: DESCRIPTION, text: DESCRIPTION }];
}
