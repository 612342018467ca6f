/** The history of a method or a type as a line of revisions, each with what it did. */

import type { Context } from '../context.js';
import { h } from '../dom.js';
import { link } from './parts.js';

/** What a revision did: `none` if it does not have the subject, `same` if it changed nothing. */
export type RevisionStatus = 'added' | 'changed' | 'same' | 'removed' | 'none';

/** Returns what each revision did, from those that have the subject and those that changed it. */
export function revisionStatuses(
  ids: readonly string[],
  having: readonly string[],
  changing: readonly string[],
): ReadonlyMap<string, RevisionStatus> {
  return new Map(
    ids.map((id, at) => {
      const had = having.includes(ids[at - 1] ?? '');
      if (!having.includes(id)) return [id, had ? 'removed' : 'none'];
      return [id, had ? (changing.includes(id) ? 'changed' : 'same') : 'added'];
    }),
  );
}

/** Shows the line. Each revision leads to what it has. */
export function timeline(
  { text }: Context,
  statuses: ReadonlyMap<string, RevisionStatus>,
  view: 'method' | 'type',
  name: string,
  shown: string,
): HTMLElement {
  const items = [...statuses].map(([id, status]) => {
    const item = link({ view, name, revision: id }, h('strong', {}, id), h('span', {}, text.statuses[status]));
    if (id === shown) item.setAttribute('aria-current', 'true');
    return h('li', { class: status }, item);
  });
  return h('ol', { class: 'timeline', 'aria-label': text.timeline(name) }, items);
}
