/**
 * Every row stands where it says in the specification, as strong as it says. The pages are read where MCP_SPECIFICATION_PAGES names a folder
 * that has a folder of them for each revision; they are not part of this project.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { citationsOf, slugOf } from '../../conformance/src/citation.js';
import { REQUIREMENTS, type Requirement } from '../../conformance/src/requirements/index.js';
import { EVERY } from '../../conformance/src/requirements/requirement.js';
import { testUnless } from '../support/omissions.js';

const FOLDER = process.env['MCP_SPECIFICATION_PAGES'];

const HEADING = /^(#+) (.*)$/;

/** Code in fences, which may have lines that look like headings. */
const EXAMPLE = /^( *)```[^]*?^\1```$/gm;

/** Returns the text at an address of the site, down to the next heading that is not below its own. */
function textAt(folder: string, url: string): string | undefined {
  const [, place = '', anchor] = /\/specification\/([^#]*)#?(.*)$/.exec(url) ?? [];
  const path = [`${place}.mdx`, `${place}/index.mdx`]
    .map((name) => join(folder, name))
    .find((each) => existsSync(each));
  if (path === undefined) return undefined;
  const lines = readFileSync(path, 'utf8').replaceAll(EXAMPLE, '').split('\n');
  if (anchor === '') return lines.join('\n');
  const depths = lines.map((line) => HEADING.exec(line)?.[1]?.length ?? Infinity);
  const from = lines.findIndex((line) => slugOf(HEADING.exec(line)?.[2] ?? '') === anchor);
  if (from < 0) return undefined;
  const to = depths.findIndex((depth, at) => at > from && depth <= (depths[from] ?? 0));
  return lines.slice(from, to < 0 ? undefined : to).join('\n');
}

function says({ must, decidedBy }: Requirement, text: string): boolean {
  return decidedBy !== undefined || (must ? /\b(MUST|REQUIRED)\b/ : /\b(SHOULD|RECOMMENDED)\b/).test(text);
}

for (const revision of EVERY) {
  const missing = FOLDER === undefined ? 'MCP_SPECIFICATION_PAGES is not set' : undefined;
  testUnless(missing, `the pages of ${revision} have every row`, () => {
    const wrong = REQUIREMENTS.flatMap((row: Requirement & (typeof REQUIREMENTS)[number]) =>
      citationsOf([row.id], revision).flatMap(({ id, url }) => {
        const text = textAt(FOLDER ?? '', url);
        if (text === undefined) return [`${id}: ${url} does not exist`];
        return says(row, text) ? [] : [`${id}: ${url} does not say ${row.must ? 'MUST' : 'SHOULD'}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
}
