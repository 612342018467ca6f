// Writes the index that the pages search in.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MiniSearch from 'minisearch';

/** The characters of a section that are shown with a result. */
const EXCERPT = 140;

/**
 * Writes the index.
 *
 * @param pages pages with their sections
 * @param options of MiniSearch, the same as in the page
 */
export async function writeSearch(dist, pages, options) {
  const index = new MiniSearch(options);
  const sections = pages.flatMap(({ path, title: page, sections }) =>
    sections.map(({ id, title, text }) => ({
      id: id === '' ? path : `${path}#${id}`,
      title,
      page,
      text,
      excerpt: text.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT),
    })),
  );
  index.addAll(sections);
  const json = JSON.stringify(JSON.stringify(index));
  await writeFile(join(dist, 'assets/search-index.js'), `globalThis.searchIndex = ${json};\n`);
  return sections.length;
}
