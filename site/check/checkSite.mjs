// Checks the built site, and prints what it measured: links, sizes, and everything that needs a browser.
import { findAccessibilityProblems } from './accessibility.mjs';
import { startBrowser } from './browser.mjs';
import { checkLinks } from './links.mjs';
import { answerQuestions } from './questions.mjs';
import { serveFolder } from './serveFolder.mjs';
import { measureSizes } from './sizes.mjs';
import { measureFirstLoad, measureInteractions } from './speed.mjs';
import { findUseProblems } from './uses.mjs';

/** The site is served below a path: its addresses have to be relative. */
const BASE = '/some/path/';

/**
 * Checks the site.
 *
 * @param options `reference`: whether the site has the API reference; `browser`: whether it is opened in Chromium, too; `speed`: whether
 *   interactions are timed there
 * @returns what is not as it should be, a line for each
 */
export async function checkSite(dist, { reference, browser: usesBrowser, speed }) {
  const links = checkLinks(dist, (path) => !path.startsWith('reference/'));
  const broken = links.problems.filter((problem) => reference || !problem.includes('reference/index.html'));
  console.log(`links: ${links.links} checked, ${broken.length} broken`);
  const sizes = measureSizes(dist);
  console.log(
    `size: ${sizes.files} files, ${megabytes(sizes.total)} MB; without the API reference ${megabytes(sizes.ownTotal)} MB`,
  );
  for (const [part, { path, bytes }] of Object.entries(sizes.parts)) {
    console.log(`largest ${part}: ${path}, ${kilobytes(bytes)} kB compressed`);
  }
  if (!usesBrowser) return [...broken, ...sizes.problems];
  const server = await serveFolder(dist, 0, BASE);
  const browser = await startBrowser();
  try {
    return [...broken, ...sizes.problems, ...(await checkInBrowser(browser, server.url, dist, speed))];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function checkInBrowser({ open, requests, errors }, url, dist, speed) {
  const problems = [];
  const load = await measureFirstLoad(await open(), url);
  console.log(`first load of the explorer: ${load.requests} requests, ${kilobytes(load.bytes)} kB compressed`);
  const page = await open();
  const interactions = speed ? await measureInteractions(page, url) : [];
  for (const { name, ms, worst } of interactions) {
    console.log(`interaction: ${name}: ${ms.toFixed(0)} ms (the longest ${worst.toFixed(0)} ms)`);
  }
  const answers = await answerQuestions(page, url);
  for (const { question, clicks, ms } of answers) console.log(`question: ${question} ${clicks} clicks, ${ms} ms`);
  const accessibility = await findAccessibilityProblems(open, url);
  console.log(`axe: ${accessibility.pages} pages in light and dark, ${accessibility.findings.length} findings`);
  for (const { page: path, scheme, impact, id, text, isFailing } of accessibility.findings) {
    const line = `${path} (${scheme}): ${impact} ${id}: ${text}`;
    if (isFailing) problems.push(line);
    else console.log(line);
  }
  problems.push(
    ...[load, ...interactions, ...answers].flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  );
  problems.push(...(await findUseProblems(open, url, dist)));
  const foreign = requests.filter((request) => !request.startsWith(url) && !/^(file|data|blob|about):/.test(request));
  console.log(`requests: ${requests.length}, ${foreign.length} of them to other hosts`);
  problems.push(...new Set(foreign.map((request) => `The site requests ${request}`)), ...new Set(errors));
  return problems;
}

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1);
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
