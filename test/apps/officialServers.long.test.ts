/** Servers of the authors of the official package, unmodified, in our host: their views show the results of their tools, and call tools. */

import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { withoutChromium, type ChromiumPage } from '../support/chromium.js';
import { EXT_APPS_MISSING, extAppsPath } from '../support/extApps.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { openHostPage } from './hosted.js';

/** A folder for pictures of the views. Default: none are taken. */
const SCREENSHOTS = process.env.MCP_GEN_SCREENSHOTS;

/** Starts a server until the test is over. Returns its URL. */
async function start(name: string): Promise<string> {
  const port = await freePort();
  const program = extAppsPath(`@modelcontextprotocol/server-${name}/dist/index.js`);
  const { stop } = await startHttpProgram([program], (line) => line.includes('listening on'), { PORT: String(port) });
  onTestFinished(stop);
  return `http://127.0.0.1:${port}/mcp`;
}

/** A server, and what its view comes to. */
interface Shown {
  readonly name: string;
  readonly tool: string;
  /** The arguments of the tool. Default: none. */
  readonly input?: object;
  /** What the text of the view contains, of the result. Default: it has no text, and paints in many colors. */
  readonly text?: string | RegExp;
  /** An expression in the view that makes it call a tool. Default: it calls it automatically, or calls none. */
  readonly act?: string;
  /** The tool that it calls. Default: none. */
  readonly calls?: string;
}

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

const SHADER = 'void mainImage(out vec4 color, in vec2 at) { color = vec4(at / iResolution.xy, 0.5, 1.0); }';

const SERVERS: readonly Shown[] = [
  {
    name: 'basic-vanillajs',
    tool: 'get-time',
    text: ISO_TIME,
    act: `document.querySelector('#get-time-btn').click()`,
    calls: 'get-time',
  },
  {
    name: 'basic-react',
    tool: 'get-time',
    text: ISO_TIME,
    act: `document.querySelector('button').click()`,
    calls: 'get-time',
  },
  { name: 'budget-allocator', tool: 'get-budget-data', text: /Marketing\s+25\.0%[^]+Allocated: \$100,000/ },
  { name: 'cohort-heatmap', tool: 'get-cohort-data', text: /M0\s+M1[^]+100/, calls: 'get-cohort-data' },
  {
    name: 'customer-segmentation',
    tool: 'get-customer-data',
    text: /Enterprise\s+\(\d+\)/,
    calls: 'get-customer-data',
  },
  { name: 'scenario-modeler', tool: 'get-scenario-data', text: /Bootstrapped Growth[^]+\$63\.4K/ },
  {
    name: 'system-monitor',
    tool: 'get-system-info',
    text: hostname(),
    calls: 'poll-system-stats',
  },
  { name: 'sheet-music', tool: 'play-sheet-music', input: { abcNotation: 'X:1\nT:Scale\nK:C\nCDEF|' }, text: /Scale/ },
  { name: 'shadertoy', tool: 'render-shadertoy', input: { fragmentShader: SHADER } },
  // It runs code from text, which no view may do.
  { name: 'threejs', tool: 'show_threejs_scene', text: /Evaluating a string as JavaScript violates .* 'unsafe-eval'/ },
];

/** Shaders need a GPU, or its emulation. */
const FLAGS = ['--enable-unsafe-swiftshader'];

/** The first thing that a view did. */
const CALLED = `state.audit.filter(({ action }) => action !== 'csp').slice(0, 1)`;

/** Counts the colors of a picture, up to a thousand. */
const COLORS = `async (picture) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + picture;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}`;

const colorsOf = async (page: ChromiumPage, picture: string): Promise<number> =>
  Number(await page.run(`(${COLORS})('${picture}')`));

testUnless(EXT_APPS_MISSING ?? withoutChromium, 'views of official servers show results, and call tools', async () => {
  if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
  const urls = await Promise.all(SERVERS.map(async ({ name }) => [name, await start(name)] as const));
  const { page, frames } = await openHostPage({ flags: FLAGS });
  const inView = (expression: string): Promise<unknown> => frames.read('/view', expression);
  for (const { name, tool, input = {}, text, act, calls } of SERVERS) {
    const url = new Map(urls).get(name);
    await page.run(`show('${tool}', ${JSON.stringify({ url, input, context: { theme: 'light' } })})`);
    await expect
      .poll(() => page.run(`parseInt(document.querySelector('iframe').style.height)`), { message: name })
      .toBeGreaterThan(100);
    if (text === undefined)
      await expect.poll(async () => colorsOf(page, await page.screenshot()), { message: name }).toBeGreaterThan(100);
    else
      await expect
        .poll(() => inView('document.body.textContent + document.body.innerText'), { message: name })
        .toMatch(text);
    if (SCREENSHOTS !== undefined) {
      // Charts move to where they belong.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await writeFile(join(SCREENSHOTS, `${name}.png`), await page.screenshot(), 'base64');
    }
    if (act !== undefined) await inView(act);
    const expected = calls === undefined ? [] : [{ action: 'tools/call', outcome: 'done', detail: calls }];
    await expect.poll(() => page.run(CALLED), { message: name }).toEqual(expected);
    await page.run(`views.at(-1).close('done')`);
    expect([name, await page.run('state.errors'), frames.errors, frames.refusals]).toEqual([name, [], [], []]);
    await page.run('state.audit.length = 0');
  }
});
