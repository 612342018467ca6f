// Writes the page that shows the app of `examples/apps`, and the page of the app itself.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentSecurityPolicy } from '@mcp-gen/apps/host';
import { bundle } from './bundle.mjs';
import { pageHtml } from './page.mjs';

const VIEW = new URL('../../examples/apps/view/', import.meta.url);

/** The path of the page. */
const PATH = 'app/index.html';

const BODY = `<h1>An app, live</h1>
<p>A tool computes where the sun is. Its app shows the result on a map, and calls the tool again for another time. This page is the host of the app.</p>
<div id="app"><p>Loading. The app needs to be served over HTTP: a browser does not load its modules from a folder.</p></div>
<noscript><p>The app needs JavaScript.</p></noscript>
<h2 id="app-log-name">What the app asked its host for</h2>
<div role="log" aria-labelledby="app-log-name"><ol id="app-log"></ol></div>
<h2>How this page differs from a host</h2>
<ul>
<li>This page answers the tool. A host sends <code>tools/call</code> to a server.</li>
<li>The app is a file of this site, in one frame. A host loads it from the server, and runs it on an origin of its own, behind a proxy: <code>createSandbox</code> serves these.</li>
<li>The policy of the app is an element of its page. A sandbox sends it as a header.</li>
<li>The same: the frame has no origin and no network, and <code>ViewSession</code> of <code>@mcp-gen/apps/host</code> checks each message of the app.</li>
</ul>
<p><a href="../docs/apps.html">Apps</a> describes the packages. <a href="../source/examples/apps/README.html">The example</a> is a server with this app.</p>`;

/** Writes both pages into a site. */
export async function writeApp(dist) {
  const folder = join(dist, 'app');
  await mkdir(folder, { recursive: true });
  await bundle({ main: 'site/app/main.ts' }, folder);
  await writeFile(join(folder, 'view.html'), await viewHtml());
  const html = pageHtml({
    path: PATH,
    title: 'An app, live',
    description: 'An app of the extension MCP Apps, with this page as its host.',
    body: BODY,
    scripts: ['app/main.js'],
    styles: ['assets/app.css'],
    isWide: true,
  });
  await writeFile(join(dist, PATH), html);
}

/** Returns the page of the app as one text, with its policy before all else. */
async function viewHtml() {
  const built = await mkdtemp(join(tmpdir(), 'mcp-gen-site-'));
  await bundle({ view: 'examples/apps/view/main.ts' }, built, { splitting: false });
  const program = (await readFile(join(built, 'view.js'), 'utf8')).replaceAll('</script', '<\\/script');
  await rm(built, { recursive: true });
  const style = await readFile(new URL('style.css', VIEW), 'utf8');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy().csp}" />`;
  return (await readFile(new URL('index.html', VIEW), 'utf8'))
    .replace('<head>', () => `<head>${policy}`)
    .replace(/<link [^>]*style\.css[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script [^>]*main\.ts[^>]*><\/script>/, () => `<script type="module">${program}</script>`);
}
