/** The lists of revisions, methods, and types. */

import type { Context, ViewFunction } from '../context.js';
import type { MethodRow, RevisionRow, TypeRow } from '../data/format.js';
import { fill, h, type Content } from '../dom.js';
import { choice, labelled, link, nameOf, newest, table } from './parts.js';

export const overview: ViewFunction = (context) => {
  const { state, text } = context;
  const shown = h('div', {});
  const count = h('p', { role: 'status' });
  const filter = h('input', { type: 'search', value: state.query ?? '', autocomplete: 'off', spellcheck: 'false' });
  const sides = choice(
    [['', text.anySide], ...(['client', 'server'] as const).map((side) => [side, text.sides[side]] as const)],
    state.side ?? '',
    () => update(),
  );
  const update = (): void => {
    const [query, side] = [filter.value, sides.value];
    showMatches(context, shown, count, query, side);
    context.note({ view: 'overview', query, side });
  };
  filter.addEventListener('input', update);
  showMatches(context, shown, count, filter.value, sides.value);
  return Promise.resolve([
    h('h2', {}, text.revisions),
    revisions(context),
    h('h2', {}, text.views.overview),
    h('div', { class: 'fields' }, labelled('filter', text.filter, filter), labelled('side', text.sentBy, sides)),
    count,
    shown,
  ]);
};

function revisions({ index, text }: Context): HTMLElement {
  const row = (label: string, cell: (revision: RevisionRow) => Content): readonly Content[] => [
    label,
    ...index.revisions.map(cell),
  ];
  return table(
    text.revisions,
    [text.revision, ...index.revisions.map(({ id }) => id)],
    [
      row(text.era, ({ era }) => text.eras[era]),
      row(text.batching, ({ batching }) => (batching ? text.yes : text.no)),
      row(text.metadataKeys, ({ metadataKeys }) => (metadataKeys ? text.yes : text.no)),
      row(text.dialect, ({ dialect }) => dialect),
      row(text.requests, ({ requests }) => String(requests)),
      row(text.notifications, ({ notifications }) => String(notifications)),
      row(text.types, ({ types }) => String(types)),
    ],
  );
}

function showMatches(context: Context, shown: Element, count: Element, query: string, side: string): void {
  const { index, text } = context;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word));
  const methods = index.methods.filter(
    (row) => matches(`${row.name} ${lastFacts(row).capability ?? ''}`) && sentBy(row, side),
  );
  const types = side === '' ? index.types.filter(({ name }) => matches(name)) : [];
  fill(count, text.shown(methods.length, types.length));
  fill(shown, methods.length > 0 && methodTable(context, methods), types.length > 0 && typeTable(context, types));
}

function sentBy(row: MethodRow, side: string): boolean {
  return side === '' || Object.values(row.in).some(({ senders }) => senders.some((sender) => sender === side));
}

function methodTable({ index, text }: Context, methods: readonly MethodRow[]): HTMLElement {
  return table(
    text.methods,
    [text.method, text.kind, text.sentBy, text.capability, ...index.revisions.map(({ id }) => id)],
    methods.map((row) => {
      const { senders, capability } = lastFacts(row);
      return [
        link({ view: 'method', name: row.name }, nameOf(row.name)),
        text.kinds[row.kind],
        senders.map((side) => text.sides[side]).join(text.and),
        capability === undefined ? '' : h('code', {}, capability),
        ...index.revisions.map(({ id }) => presence(row, id)),
      ];
    }),
    { class: 'matrix' },
  );

  function presence(row: MethodRow, revision: string): Content {
    const facts = row.in[revision];
    const label = facts === undefined ? text.hasNot : facts.embedded ? text.inside : text.has;
    const cell = link({ view: 'method', name: row.name, revision }, label);
    cell.setAttribute('aria-label', `${row.name}, ${revision}: ${label}`);
    if (facts === undefined) cell.className = 'absent';
    return cell;
  }
}

function typeTable({ index, text }: Context, types: readonly TypeRow[]): HTMLElement {
  return table(
    text.types,
    [text.type, ...index.revisions.map(({ id }) => id)],
    types.map((row) => [
      link({ view: 'type', name: row.name }, nameOf(row.name)),
      ...index.revisions.map(({ id }) =>
        row.in.includes(id) ? text.has : h('span', { class: 'absent' }, text.hasNot),
      ),
    ]),
    { class: 'matrix' },
  );
}

function lastFacts(row: MethodRow): MethodRow['in'][string] {
  return row.in[newest(Object.keys(row.in))] ?? { senders: [] };
}
