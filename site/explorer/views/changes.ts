/** Changes between revisions, with the advice for both sides. */

import type { Change } from '../../../generator/index.js';
import type { Change as HistoryChange } from '../../../generator/explain/history.js';
import type { Context } from '../context.js';
import { h, inline, type Content } from '../dom.js';

/** The parts of a change of the history, in the order in which they are shown. */
const PARTS = ['addedMembers', 'removedMembers', 'added', 'removed', 'changed'] as const;

/** Shows changes. */
export function changeList({ text }: Context, changes: readonly Change[]): Content {
  return h(
    'ul',
    { class: 'changes' },
    changes.map(({ rule, path, was, is, breaks, advice = [] }) =>
      h(
        'li',
        {},
        h('code', {}, rule),
        path !== '' && [' ', h('code', {}, path)],
        was !== undefined && [` ${text.was} `, h('del', {}, h('code', {}, was))],
        is !== undefined && [` ${text.is} `, h('ins', {}, h('code', {}, is))],
        ' ',
        h(
          'span',
          { class: breaks.length > 0 ? 'tag breaking' : 'tag' },
          breaks.length > 0
            ? `${text.breaks}: ${breaks.map((reader) => text.readers[reader]).join(', ')}`
            : text.breaksNobody,
        ),
        advice.map(({ side, todo }) =>
          h('p', { class: 'advice' }, h('strong', {}, `${text.toDo[side]}: `), inline(todo)),
        ),
      ),
    ),
  );
}

/** Shows in a line what a revision changed of a part. */
export function historyLine({ text }: Context, change: HistoryChange): Content {
  const parts = PARTS.flatMap((part) => {
    const names = change[part];
    return names.length === 0 ? [] : [`${text.changed[part]}: ${names.join(', ')}`];
  });
  return `${text.parts[change.part] ?? change.part}: ${parts.length > 0 ? parts.join('; ') : text.changed.changed}`;
}
