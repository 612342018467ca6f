/** The page of the preview. Its program is `@mcp-gen/apps/preview/page`. */

import { MODULES } from './modules.js';

/** What the page is told. */
export interface PreviewSettings {
  /** The URL of the sandbox. */
  readonly sandbox: string;
  /** The name of the server. */
  readonly server: string;
  /** The version of the preview. */
  readonly version: string;
  /** The first arguments of tools. */
  readonly arguments: { readonly [tool: string]: object };
}

/** Returns the policy of the page: its own modules, and frames of the sandbox. */
export function previewPolicy(nonce: string, sandbox: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    `frame-src ${sandbox}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
body { margin: 0; background: light-dark(#f3f3f6, #131316); color: light-dark(#1c1c1e, #f2f2f7); display: grid; grid-template-columns: 20rem minmax(0, 1fr); min-height: 100vh }
aside { padding: 1rem; background: light-dark(#fff, #1c1c1e); border-inline-end: 1px solid light-dark(#d5d5db, #48484d) }
main { padding: 1rem; display: grid; gap: 1rem; align-content: start }
h1 { font-size: 1.125rem; margin: 0 0 1rem }
h2 { font-size: 1rem; margin: 0 }
form { display: grid; gap: .25rem }
label { margin-top: .5rem }
textarea, select, button { font: inherit; color: inherit; background: light-dark(#fff, #2c2c2e); border: 1px solid light-dark(#76767c, #8e8e93); border-radius: .375rem; padding: .375rem .5rem }
textarea { font-family: ui-monospace, monospace; font-size: .875rem; min-height: 6rem; resize: vertical }
button { margin-top: 1rem; cursor: pointer; background: light-dark(#1d4ed8, #93b4ff); color: light-dark(#fff, #10131c); border: 0; padding: .5rem }
:focus-visible { outline: 3px solid light-dark(#1d4ed8, #93b4ff); outline-offset: 2px }
#view { max-width: 100%; background: light-dark(#fff, #1c1c1e); border: 1px solid light-dark(#d5d5db, #48484d); border-radius: .5rem; overflow: hidden }
#view:empty { display: none }
#log { margin: 0; padding: 0; list-style: none; font: .8125rem/1.5 ui-monospace, monospace; color: light-dark(#55555c, #b4b4bd); overflow-wrap: anywhere }
@media (max-width: 48rem) { body { grid-template-columns: minmax(0, 1fr) } aside { border: 0 } }
`;

/** Returns the HTML of the page. */
export function previewHtml(nonce: string, settings: PreviewSettings): string {
  const imports = JSON.stringify({ imports: { '@mcp-gen/': `${MODULES}@mcp-gen/` } });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview of apps</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
<script type="importmap" nonce="${nonce}">${imports}</script>
</head>
<body>
<aside aria-label="Call of a tool">
<h1>Preview of <span id="server"></span></h1>
<form id="call">
<label for="tool">Tool</label><select id="tool"></select>
<label for="arguments">Arguments</label><textarea id="arguments" spellcheck="false">{}</textarea>
<label for="theme">Theme</label><select id="theme"><option value="">that of this device</option><option>light</option><option>dark</option></select>
<label for="width">Width</label><select id="width"><option value="">full</option><option value="320">320 pixels</option><option value="480">480 pixels</option><option value="768">768 pixels</option></select>
<button>Call the tool</button>
</form>
</aside>
<main>
<h2 id="name">View</h2>
<div id="view"></div>
<h2 id="log-name">What the view did</h2>
<div role="log" aria-labelledby="log-name"><ol id="log"></ol></div>
</main>
<script type="module" nonce="${nonce}">
import { startPreview } from '@mcp-gen/apps/preview/page';
await startPreview(${JSON.stringify(settings).replaceAll('<', '\\u003c')});
</script>
</body>
</html>`;
}
