// Turns a Markdown file of the project into the content of a page: HTML, headings, and the plain text of its sections for search.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { descriptionOf, diagramHtml } from './diagram.mjs';
import { escapeHtml } from '../escapeHtml.mjs';

const LANGUAGES = {
  ts: typescript,
  js: typescript,
  mjs: typescript,
  json,
  sh: bash,
  bash,
  python,
  py: python,
  yaml,
  yml: yaml,
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Diagrams that follow each other, which stand side by side. */
const NEIGHBORS = /(?:<figure class="diagram">(?:(?!<\/figure>).)*<\/figure>\s*){2,}/gs;

/**
 * @param text the Markdown
 * @param linkTo returns the address for the target of a link
 * @returns `html`, `title` (the first heading), `headings` of the second level, and `sections` with `id`, `title`, and `text`
 */
export function renderMarkdown(text, linkTo) {
  const markdown = new MarkdownIt({ html: true });
  const tokens = markdown.parse(withoutFrontMatter(text), {});
  const slugs = new Map();
  const headings = [];
  const sections = [];
  let title;
  for (const [at, token] of tokens.entries()) {
    // The policy of the pages allows no styles but those of the stylesheet.
    const align = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '');
    if (align) token.attrs = [['class', `align-${align[1]}`]];
    if (token.type === 'heading_open') {
      const name = plainText(tokens[at + 1]);
      const id = slug(name, slugs);
      token.attrSet('id', id);
      token.meta = { id, name };
      if (token.tag === 'h1') title ??= name;
      if (token.tag === 'h2') headings.push({ id, text: name });
      sections.push({ id: token.tag === 'h1' ? '' : id, title: name, text: '' });
    } else if (sections.length > 0 && (token.type === 'inline' || token.type === 'fence')) {
      if (tokens[at - 1]?.type !== 'heading_open') sections.at(-1).text += `${plainText(token)}\n`;
    }
    // A header without text is none.
    if (token.type === 'th_open' && tokens[at + 1].content === '') token.tag = tokens[at + 2].tag = 'td';
    if (token.type === 'html_block')
      token.content = token.content.replaceAll(/href="([^"]+)"/g, (_, href) => `href="${linkTo(href)}"`);
    for (const child of token.children ?? [])
      if (child.type === 'link_open') child.attrSet('href', linkTo(child.attrGet('href')));
  }
  markdown.renderer.rules.heading_close = (all, at) => {
    const { id, name } = all.findLast((token, index) => index < at && token.type === 'heading_open').meta;
    if (all[at].tag === 'h1') return '</h1>\n';
    return `<a class="permalink" href="#${id}" aria-label="Link to: ${escapeHtml(name)}">#</a></${all[at].tag}>\n`;
  };
  markdown.renderer.rules.fence = (all, at) => {
    const [language] = all[at].info.trim().split(/\s/, 1);
    return language === 'mermaid'
      ? diagramHtml(all[at].content, `diagram-${at}`)
      : highlight(all[at].content, language);
  };
  // Wide tables scroll on their own, and not the page.
  let tables = 0;
  markdown.renderer.rules.table_open = () =>
    `<div class="scroll" tabindex="0" role="region" aria-label="Table ${++tables}"><table>\n`;
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll(NEIGHBORS, '<div class="diagrams">$&</div>');
  return { html, title, headings, sections };
}

/** Returns code with its colors as HTML. */
export function highlight(code, language) {
  const known = Object.hasOwn(LANGUAGES, language);
  const html = known ? hljs.highlight(code, { language }).value : escapeHtml(code);
  return `<div class="block"><pre class="code" tabindex="0"><code>${html}</code></pre></div>\n`;
}

/** The anchor of a heading, as other renderers of Markdown make it: documents link to it. */
export function slug(text, taken) {
  const base = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

function plainText({ type, content, children, info }) {
  if (type === 'fence') return info.startsWith('mermaid') ? descriptionOf(content) : content;
  return (children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

function withoutFrontMatter(text) {
  return text.replace(/^---\n.*?\n---\n/s, '');
}
