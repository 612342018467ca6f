// Writes llms.txt, a list of the pages for programs that read, and llms-full.txt, all of their text. Translations are in the list only.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageOf, NAVIGATION } from '../navigation.mjs';

/** What the two files say first. */
const SUMMARY =
  'mcp-gen is the protocol compiler for the Model Context Protocol (MCP) in TypeScript: it reads the schema of each revision, generates typed messages, validators and dispatch tables, and has an SDK for servers, clients and hosts.';

/** Writes both files from the pages, in the order of the navigation. */
export async function writeLlms(dist, pages) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const groups = NAVIGATION.map(({ title, pages: items }) => ({
    title,
    items: items.map((item) => ({ ...item, page: byPath.get(item.path) })),
  }));
  const lists = groups.map(({ title, items }) => {
    const lines = items.map(({ title: name, path, page }) => {
      const description = page?.description.replaceAll(/\s+/g, ' ');
      return `- [${name}](${path})${description ? `: ${description}` : ''}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  await writeFile(join(dist, 'llms.txt'), `# mcp-gen\n\n> ${SUMMARY}\n\n${lists.join('\n')}`);
  const texts = groups.flatMap(({ items }) =>
    items.flatMap(({ path, page }) =>
      page?.text === undefined || languageOf(path) !== 'en' ? [] : [`<!-- ${path} -->\n\n${page.text.trim()}\n`],
    ),
  );
  await writeFile(join(dist, 'llms-full.txt'), `# mcp-gen\n\n> ${SUMMARY}\n\n${texts.join('\n')}`);
}
