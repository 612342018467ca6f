/** Searches the pages of the site in the browser, in an index that was made with the site. */

import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './searchOptions.js';

/** A section of a page. */
interface Found {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly excerpt: string;
}

/** The maximum number of results that are shown. */
const MAX_RESULTS = 12;

let dialog: HTMLDialogElement | undefined;

globalThis.openSearch = async (root) => {
  dialog ??= makeDialog(root, await loadIndex(root));
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
};

function makeDialog(root: string, index: MiniSearch): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.setAttribute('aria-label', 'Search');
  const label = document.createElement('label');
  label.textContent = 'Search the documentation';
  const input = document.createElement('input');
  input.type = 'search';
  input.autocomplete = 'off';
  label.append(input);
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const list = document.createElement('ul');
  made.append(label, status, list);
  document.body.append(made);

  input.addEventListener('input', () => {
    const all = index.search(input.value);
    // Where no section has all words, those with some of them are better than none.
    const found = (all.length > 0
      ? all
      : index.search(input.value, { combineWith: 'OR' })) as unknown as readonly Found[];
    status.textContent = input.value === '' ? '' : found.length === 1 ? '1 result' : `${found.length} results`;
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map((each) => result(each, root)));
  });
  made.addEventListener('keydown', (event) => moveFocus(event, input, list));
  made.addEventListener('click', (event) => {
    if (event.target === made || (event.target as Element).closest('a')) made.close();
  });
  return made;
}

/** The index is a script that defines it: pages of a folder can load that, and no other file. */
async function loadIndex(root: string): Promise<MiniSearch> {
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}assets/search-index.js`;
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('The index of the search cannot be loaded')));
    document.head.append(script);
  });
  return MiniSearch.loadJSON(globalThis.searchIndex ?? '', SEARCH_OPTIONS);
}

function result({ id, title, page, excerpt }: Found, root: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = root + id;
  link.textContent = title === page ? title : `${page} › ${title}`;
  const text = document.createElement('p');
  text.textContent = excerpt;
  link.append(text);
  item.append(link);
  return item;
}

/** Arrow keys move between the field and the results. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [input, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLInputElement);
  const next = stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))];
  event.preventDefault();
  next?.focus();
}
