/** Parts that several views have. */

import type { Context } from '../context.js';
import { h, type Attributes, type Content } from '../dom.js';
import type { Line } from '../jsonLines.js';
import { linkTo, type State } from '../state.js';

/** A link to a state of the explorer. */
export function link(state: State, ...content: readonly Content[]): HTMLElement {
  return h('a', { href: linkTo(state) }, ...content);
}

/** The name of a method or a type as code, which a narrow screen breaks behind `/` and before words. */
export function nameOf(name: string): HTMLElement {
  const parts = name.split(/(?<=\/)|(?<=[a-z])(?=[A-Z])/);
  return h(
    'code',
    {},
    parts.flatMap((part, at) => (at === 0 ? [part] : [h('wbr'), part])),
  );
}

/** A field with its label. */
export function labelled(id: string, label: string, field: HTMLElement): HTMLElement {
  field.id = id;
  return h('p', { class: 'field' }, h('label', { for: id }, label), field);
}

/** A choice between values. An empty value stands for the default. */
export function choice(
  options: readonly (readonly [value: string, label: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const items = options.map(([value, label]) => h('option', { value, selected: value === chosen }, label));
  const select = h('select', {}, items);
  select.addEventListener('change', () => choose(select.value));
  return select;
}

/** A choice between revisions, newest first. */
export function revisionChoice(
  ids: readonly string[],
  chosen: string,
  choose: (id: string) => void,
): HTMLSelectElement {
  return choice(
    ids.toReversed().map((id) => [id, id] as const),
    chosen,
    choose,
  );
}

/** A table with a caption, which may be scrolled sideways. */
export function table(
  caption: string,
  header: readonly Content[],
  rows: readonly (readonly Content[])[],
  attributes: Attributes = {},
): HTMLElement {
  const head = h(
    'tr',
    {},
    header.map((cell) => h('th', { scope: 'col' }, cell)),
  );
  const body = rows.map(([first, ...cells]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, first),
      cells.map((cell) => h('td', {}, cell)),
    ),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', attributes, h('caption', {}, caption), h('thead', {}, head), h('tbody', {}, body)),
  );
}

/** A list of terms. */
export function facts(entries: readonly (readonly [string, Content] | undefined)[]): HTMLElement {
  return h(
    'dl',
    { class: 'facts' },
    entries.map((entry) => entry && h('div', {}, h('dt', {}, entry[0]), h('dd', {}, entry[1]))),
  );
}

/** The maximum number of lines of code that are shown. More of them would block the page. */
const MAX_LINES = 10_000;

/** Lines of code, of which some are marked. */
export function codeLines(
  { text: { firstLines } }: Context,
  lines: readonly Line[],
  marked: ReadonlySet<number>,
  label: string,
): Content {
  const code = lines
    .slice(0, MAX_LINES)
    .map(({ text }, index) => (marked.has(index) ? h('mark', {}, text) : h('span', { class: 'line' }, text)));
  return [
    lines.length > MAX_LINES && h('p', { class: 'hint' }, `${firstLines(MAX_LINES, lines.length)}:`),
    h('pre', { tabindex: 0, role: 'region', 'aria-label': label }, h('code', {}, code)),
  ];
}

/** A type as TypeScript writes it, with links to the types that it names. */
export function typeText(type: string, revision: string, { index }: Context): Content {
  const known = (name: string): boolean => index.types.some((row) => row.name === name && row.in.includes(revision));
  const parts = type
    .split(/("(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*)/)
    .map((part) => (/^[A-Z]/.test(part) && known(part) ? link({ view: 'type', name: part, revision }, part) : part));
  return h('code', {}, parts);
}

/** The newest revision of some. */
export function newest(ids: readonly string[]): string {
  return ids.at(-1) ?? '';
}
