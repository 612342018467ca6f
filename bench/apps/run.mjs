// Measures our package of MCP Apps beside the official one: the sizes of what pages load, and the time until a result is shown.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createSandbox } from '@mcp-gen/apps/sandbox';
import { installApart } from '../../scripts/installApart.mjs';
import { readOptions } from '../options.mjs';
import { median, pairedRatio } from '../statistics.mjs';
import { APART, bundle, sizesOf } from './bundle.mjs';

const USAGE = `Usage: node bench/apps/run.mjs [--rounds 15] [--json] (after npm run build)
  --rounds  how often each view is shown; 0 for sizes alone
  --json    print the measurements as JSON
Installs the official package apart, with servers that use it: 150 MB. Needs /usr/bin/chromium.`;

const { values } = readOptions(USAGE, {
  options: { rounds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
});

/** What a page of each kind imports. */
const IMPORTS = {
  view: {
    ours: "import { connectView } from '@mcp-gen/apps/view'; globalThis.used = connectView",
    official: "import { App } from '@modelcontextprotocol/ext-apps'; globalThis.used = App",
  },
  host: {
    ours: "import { openView } from '@mcp-gen/apps/host'; globalThis.used = openView",
    official:
      "import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'; globalThis.used = [AppBridge, PostMessageTransport]",
  },
};

installApart(APART);
const report = { sizes: {}, time: undefined };
for (const [page, { ours, official }] of Object.entries(IMPORTS)) {
  report.sizes[page] = {
    ours: sizesOf(await bundle({ code: ours })),
    official: sizesOf(await bundle({ code: official })),
  };
}
const rounds = Number(values.rounds);
if (rounds > 0) report.time = await timeOf(rounds);
if (values.json) console.log(JSON.stringify(report, undefined, 2));
else print(report);

function print({ sizes, time }) {
  console.log('| a page of a | | ours | official | ratio |\n| --- | --- | --: | --: | --: |');
  for (const [page, { ours, official }] of Object.entries(sizes)) {
    for (const kind of Object.keys(ours)) {
      const cells = [page, kind, ours[kind].toLocaleString('en'), official[kind].toLocaleString('en')];
      console.log(`| ${[...cells, (ours[kind] / official[kind]).toFixed(2)].join(' | ')} |`);
    }
  }
  if (time === undefined) return;
  const { ours, official, ratio, low, high } = time;
  const cells = ['view', 'ms to the first paint', ours.toFixed(0), official.toFixed(0)];
  console.log(`| ${[...cells, `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`].join(' | ')} |`);
}

/** Shows both views in turn in a browser. Returns medians in milliseconds, and the ratio of pairs with its 95 % interval. */
async function timeOf(count) {
  const files = { '/host.js': await bundle({ file: 'pages/host.mjs' }) };
  for (const name of ['ours', 'official']) files[`/${name}.html`] = viewOf(await bundle({ file: `pages/${name}.mjs` }));
  let measured;
  const done = new Promise((resolve) => {
    measured = resolve;
  });
  const host = await listen((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/measured') {
      let body = '';
      request.on('data', (part) => (body += part)).on('end', () => measured(JSON.parse(body)));
      response.end();
    } else {
      response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end(files[pathname] ?? '<!doctype html><body><script type="module" src="/host.js"></script>');
    }
  });
  const origin = `http://localhost:${host.address().port}`;
  const sandbox = await listen(
    getRequestListener(createSandbox({ hosts: [origin] }), { overrideGlobalObjects: false }),
  );
  const query = new URLSearchParams({ sandbox: `http://127.0.0.1:${sandbox.address().port}/`, rounds: count });
  const profile = await mkdtemp(join(tmpdir(), 'mcp-gen-apps-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
  const browser = spawn('/usr/bin/chromium', [...flags, `${origin}/?${query}`], { stdio: 'ignore' });
  const exited = once(browser, 'exit');
  try {
    const { ours, official } = await Promise.race([done, exited.then(() => Promise.reject(new Error('No browser')))]);
    return {
      ours: median(ours),
      official: median(official),
      ...pairedRatio(ours.map((time, i) => [time, official[i]])),
    };
  } finally {
    browser.kill('SIGTERM');
    await exited;
    host.close();
    sandbox.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function listen(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A page with a program, which tells when it has painted a text. */
function viewOf(program) {
  const mark = `globalThis.mark = (text) => {
    document.body.innerHTML = '<h1>' + text + '</h1>';
    requestAnimationFrame(() => {
      // The paint comes behind the callbacks of its frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => parent.postMessage({ painted: text }, '*');
      port2.postMessage(0);
    });
  };`;
  return `<!doctype html><html lang="en"><title>View</title><body><script>${mark}</script><script type="module">${program.replaceAll('</script', '<\\/script')}</script></body></html>`;
}
