// Writes the pages that are made of Markdown files, and of all that these link to inside of the project.
import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAVIGATION } from '../navigation.mjs';
import { highlight, renderMarkdown } from './markdown.mjs';
import { escapeHtml } from '../escapeHtml.mjs';
import { pageHtml, relative } from './page.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Writes all pages of the navigation, and those that they link to.
 *
 * @param dist the folder of the site
 * @param made texts of pages without a file, by the `source` in the navigation
 * @param frames of pages that differ from others, by their `source`: `page`, what their frame is given, and `complete` for their content
 * @param sources files that get a page although no page links to them
 * @returns each page with its `path`, `source`, `title`, `description`, `text` (Markdown), and `sections`
 */
export async function writePages(dist, made, frames = new Map(), sources = []) {
  const listed = NAVIGATION.flatMap(({ pages }) => pages).filter(({ source }) => source !== undefined);
  const paths = new Map(listed.map(({ source, path }) => [source, path]));
  for (const source of sources) if (!paths.has(source)) paths.set(source, pathOf(source));
  const waiting = [...paths.keys()];
  const written = [];
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    const path = paths.get(source);
    const linkTo = (href) => resolve(href, source, path);
    const page =
      source.endsWith('.md') || made.has(source)
        ? await markdownPage(source, path, linkTo)
        : await sourcePage(source, path);
    written.push(page);
  }
  return written;

  async function markdownPage(source, path, linkTo) {
    const text = made.get(source) ?? (await readFile(join(ROOT, source), 'utf8'));
    const { html, title = source, headings, sections } = renderMarkdown(text, linkTo);
    const [first] = sections;
    const description = (first?.text.trim().split('\n')[0] ?? '').slice(0, 200) || title;
    const { page, complete } = frames.get(source) ?? {};
    await write(path, { path, title, description, body: complete?.(html) ?? html, headings, ...page });
    return { path, source, title, description, text, sections };
  }

  async function sourcePage(source, path) {
    const code = await readFile(join(ROOT, source), 'utf8');
    const description = `The file ${source} of the project.`;
    const body = `<h1><code>${escapeHtml(source)}</code></h1>\n${withLines(highlight(code, extname(source).slice(1)))}`;
    await write(path, { path, title: source, description, body });
    return { path, source, title: source, description, text: undefined, sections: [] };
  }

  async function write(path, page) {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), pageHtml(page));
  }

  /** Returns the address of what a file links to, and has a page made of it. */
  function resolve(href, source, path) {
    if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
    const [target = '', fragment] = href.split('#', 2);
    // Pages that have no source in the project are linked to by their paths in the site.
    if (target.startsWith('/')) return withFragment(relative(path, target.slice(1)), fragment);
    const file = posix.normalize(posix.join(posix.dirname(source), target));
    if (!made.has(file) && !isFile(join(ROOT, file))) throw new Error(`${source}: ${href} is not a file`);
    if (!paths.has(file)) {
      paths.set(file, made.has(file) ? file.replace(/\.md$/, '.html') : pathOf(file));
      waiting.push(file);
    }
    return withFragment(relative(path, paths.get(file)), fragment);
  }
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Gives each line of a program an id, for links. */
function withLines(html) {
  return html.replace(/<code>(.*)<\/code>/s, (_, code) => {
    const lines = code.split('\n').map((line, at) => `<span id="L${at + 1}"></span>${line}`);
    return `<code>${lines.join('\n')}</code>`;
  });
}

function pathOf(file) {
  if (/^docs\/.*\.md$/.test(file)) return file.replace(/\.md$/, '.html');
  return file.endsWith('.md') ? `source/${file.replace(/\.md$/, '.html')}` : `source/${file}.html`;
}

function withFragment(address, fragment) {
  return fragment === undefined ? address : `${address}#${fragment}`;
}
