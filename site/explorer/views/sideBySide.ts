/** Two revisions of a type side by side, with what changed in color. */

import type { TypeExplanation } from '../../../generator/index.js';
import type { Context } from '../context.js';
import { load } from '../data/load.js';
import { fill, h, type Content } from '../dom.js';
import { reasonOf } from '../../reason.js';
import { fieldRows, type FieldRow } from '../fieldRows.js';
import { labelled, revisionChoice } from './parts.js';

/**
 * Shows both revisions, the older one on the left, as soon as the other revision is loaded.
 *
 * @param given the type in the revision that is shown
 */
export function sideBySide(context: Context, given: TypeExplanation, otherRevision: string): HTMLElement {
  const { state, text, isCurrent } = context;
  const others = given.revisions.filter((id) => id !== given.revision);
  const select = revisionChoice(others, otherRevision, (from) =>
    context.go({ ...state, revision: given.revision, from }),
  );
  const shown = h('div', {}, h('p', { class: 'hint' }, text.loading));
  void show().catch((error: unknown) => {
    fill(shown, h('p', { role: 'alert', class: 'bad' }, text.failed(reasonOf(error))));
  });
  return h('section', {}, h('h3', {}, text.sideBySide), labelled('side-by-side', text.compareWith, select), shown);

  async function show(): Promise<void> {
    const other = (await load('types', otherRevision))[given.name];
    if (!isCurrent() || !other) return;
    const [first, second] = otherRevision < given.revision ? [other, given] : [given, other];
    fill(shown, comparison(context, first, second));
  }
}

function comparison({ text }: Context, older: TypeExplanation, newer: TypeExplanation): HTMLElement {
  const rows = fieldRows(older, newer);
  const label = `${newer.name}: ${older.revision}, ${newer.revision}`;
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    rows.every(({ status }) => status === 'same') && h('p', {}, text.sameFields),
    h(
      'table',
      { class: 'side-by-side' },
      h('caption', { class: 'hidden' }, label),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          [older, newer].map(({ revision }) => h('th', { scope: 'col' }, revision)),
        ),
      ),
      h('tbody', {}, rows.map(tableRow)),
    ),
  );
}

function tableRow({ status, depth, was, is }: FieldRow): HTMLElement {
  const cell = (line: string | undefined, tag: 'del' | 'ins', isMarked: boolean): Content => {
    if (line === undefined) return h('td', { class: 'nothing' });
    const code = h('code', { class: `depth-${Math.min(depth, 4)}` }, line);
    return h('td', {}, isMarked ? h(tag, {}, code) : code);
  };
  return h(
    'tr',
    { class: status },
    cell(was, 'del', status === 'changed' || status === 'removed'),
    cell(is, 'ins', status === 'changed' || status === 'added'),
  );
}
