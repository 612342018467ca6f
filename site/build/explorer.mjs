// Writes the protocol explorer: its page, its scripts, and its data.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle } from './bundle.mjs';
import { pageHtml } from './page.mjs';

const DESCRIPTION =
  'Every method and type of the Model Context Protocol in every revision; checks and converts messages.';

/** Writes the explorer into a site, with the data that `explorerData` has made. */
export async function writeExplorer(dist, data) {
  const folder = join(dist, 'explorer');
  await mkdir(join(folder, 'data'), { recursive: true });
  await bundleScripts(folder);
  for (const [name, value] of data) {
    await writeFile(join(folder, 'data', `${name}.json`), JSON.stringify(value));
  }
  const path = 'explorer/index.html';
  const body = `<h1 id="explorer-title">Protocol explorer</h1>
<p id="explorer-intro">Every method and type of the Model Context Protocol in every revision. Checks and converts your messages in this page: nothing is sent anywhere. The page <a href="../app/index.html">An app, live</a> shows an app of the extension MCP Apps.</p>
<div id="explorer"><p>Loading. The explorer needs to be served over HTTP: a browser does not load its modules from a folder.</p></div>
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

/**
 * Bundles the scripts of the explorer and of the home page. What checks messages is one file, which both load when it is needed: split as in
 * servers, which load one revision each, it would be forty.
 */
async function bundleScripts(folder) {
  const engine = { engine: 'site/explorer/check/engine.ts' };
  const { outputs } = await bundle(engine, folder, { splitting: false, entryNames: '[name]-[hash]' });
  const address = `./${basename(Object.keys(outputs)[0])}`;
  const isApart = {
    name: 'the engine is a file of its own',
    setup: ({ onResolve }) => onResolve({ filter: /\/check\/engine\.js$/ }, () => ({ path: address, external: true })),
  };
  await bundle({ main: 'site/explorer/main.ts', home: 'site/home/main.ts' }, folder, { plugins: [isApart] });
}
