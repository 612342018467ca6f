// The frame of every page: its head, the bar at its top, and the navigation beside it. All addresses are relative, so that the site works in
// any folder of any server.
import { escapeHtml } from '../escapeHtml.mjs';
import { languageOf, NAVIGATION } from '../navigation.mjs';

/** The bar at the top of every page. */
const BAR = [
  { title: 'Docs', path: 'index.html' },
  { title: 'Protocol explorer', path: 'explorer/index.html' },
  { title: 'API reference', path: 'reference/index.html' },
  { title: 'Errors', path: 'errors/index.html' },
];

/**
 * Returns a page as HTML.
 *
 * @param page its `path` from the root of the site, `title`, `description`, `body` (HTML), `headings` for the list beside it, `scripts`
 *   and `styles` (paths), and `isWide` for a page without navigation
 */
export function pageHtml({ path, title, description, body, headings = [], scripts = [], styles = [], isWide = false }) {
  const to = (target) => relative(path, target);
  const lang = languageOf(path);
  // The frame of a page in another language is English.
  const frameLang = lang === 'en' ? '' : ' lang="en"';
  const name = title === 'mcp-gen' ? title : `${title} · mcp-gen`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="icon" href="${to('assets/icon.svg')}">
<link rel="stylesheet" href="${to('assets/site.css')}">
${styles.map((style) => `<link rel="stylesheet" href="${to(style)}">\n`).join('')}<script src="${to('assets/theme.js')}"></script>
<script defer src="${to('assets/page.js')}"></script>
${scripts.map((script) => `<script type="module" src="${to(script)}"></script>\n`).join('')}</head>
<body${frameLang} data-root="${to('')}">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="home" href="${to('index.html')}">mcp-gen</a>
${isWide ? '' : '<button type="button" id="menu" aria-expanded="false" aria-controls="navigation">Menu</button>'}
<nav aria-label="Site">${BAR.map((item) => anchor(item, path)).join('')}</nav>
<button type="button" id="search-open" aria-haspopup="dialog">Search <kbd>/</kbd></button>
<button type="button" id="theme" aria-label="Switch between light and dark">◐</button>
</header>
<div class="${isWide ? 'page wide' : 'page'}">
${isWide ? '' : navigationHtml(path)}
<main id="content" tabindex="-1"${langAttribute(lang)}>
${body}
</main>
${isWide ? '' : headingsHtml(headings, lang)}
</div>
<footer>${isWide ? '' : pagerHtml(path)}<p>mcp-gen, MIT license. This site makes no request to any other host.</p></footer>
</body>
</html>
`;
}

function navigationHtml(path) {
  const groups = NAVIGATION.map(
    ({ title, lang, pages }) =>
      `<section${langAttribute(lang)}><h2>${escapeHtml(title)}</h2><ul>${pages.map((page) => `<li>${anchor(page, path)}</li>`).join('')}</ul></section>`,
  );
  return `<nav id="navigation" aria-label="Documentation">${groups.join('\n')}</nav>`;
}

function headingsHtml(headings, lang) {
  if (headings.length < 2) return '<aside></aside>';
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<aside><nav aria-label="On this page"><h2>On this page</h2><ul${langAttribute(lang)}>${items.join('')}</ul></nav></aside>`;
}

function pagerHtml(path) {
  const pages = NAVIGATION.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.path === path);
  if (at < 0) return '';
  const item = (page, label) =>
    page
      ? `<a rel="${label}" href="${relative(path, page.path)}">${label}: <span${langAttribute(languageOf(page.path))}>${escapeHtml(page.title)}</span></a>`
      : '';
  return `<nav class="pager" aria-label="Neighboring pages">${item(pages[at - 1], 'prev')}${item(pages[at + 1], 'next')}</nav>`;
}

function anchor({ title, path: target }, path) {
  const current = target === path ? ' aria-current="page"' : '';
  return `<a href="${relative(path, target)}"${current}>${escapeHtml(title)}</a>`;
}

/** Returns a relative address from one page to a path, both from the root of the site. */
export function relative(from, to) {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up}${to}` || './';
}

/** Returns the attribute of an element in another language than that of the frame of the pages; nothing for English or undefined. */
export function langAttribute(lang = 'en') {
  return lang === 'en' ? '' : ` lang="${lang}"`;
}
