/** The diagrams of the documents have a text alternative, which the site shows and its search finds. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withPlainTags } from '../../site/build/svg.mjs';
import { readProjectFile, ROOT } from '../support/schemas.js';

const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);

const diagrams = [...documents, 'ARCHITECTURE.md', 'README.md', 'site/home.md'].flatMap((page) =>
  [...readProjectFile(page).matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, text = '']) => ({ page, text })),
);

test('there is a diagram for each page that describes motion', () => {
  const pages = new Set(diagrams.map(({ page }) => page));
  for (const name of ['asking', 'authorization', 'bridge', 'generated', 'redis', 'server'])
    expect([...pages]).toContain(`docs/${name}.md`);
});

test('each diagram has a title of its own and a description in sentences', () => {
  const titles = diagrams.map(({ text }) => /^ {2}accTitle: (.+)$/m.exec(text)?.[1] ?? '');
  expect(titles).not.toContain('');
  expect(new Set(titles).size).toBe(titles.length);
  for (const { page, text } of diagrams) {
    const description = /^ {2}accDescr: (.+)$/m.exec(text)?.[1] ?? '';
    expect(description.length, `${page}: ${description}`).toBeGreaterThan(80);
    expect(description, page).toMatch(/\.$/);
  }
});

test('each diagram is of a kind that is drawn, without colors of its own', () => {
  for (const { page, text } of diagrams) {
    expect(text, page).toMatch(/^(flowchart (LR|TD)|sequenceDiagram)\n/);
    expect(text, page).not.toMatch(/\b(style|classDef|linkStyle|%%\{)/);
  }
});

test('the numbers of a drawing are short, and those of its text stay', () => {
  const svg =
    '<g id="a" data-x="1" data-shape="rect"><path d="M1.2345,0.66 L2" fill="url(#a)"/><text y="3.14159">Version 1.2345 id="b"</text></g>';
  expect(withPlainTags(svg, 'd')).toBe(
    '<g id="d-a" data-shape="rect"><path d="M1.2,0.7 L2" fill="url(#d-a)"/><text y="3.1">Version 1.2345 id="b"</text></g>',
  );
});
