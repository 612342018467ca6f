/** One type in one revision: its fields, its uses, and how it changed. */

import type { TypeExplanation } from '../../../generator/index.js';
import type { Context, ViewFunction } from '../context.js';
import { load } from '../data/load.js';
import { h, prose, type Content } from '../dom.js';
import { historyLine } from './changes.js';
import { fieldList } from './fields.js';
import { facts, labelled, link, newest, revisionChoice, typeText } from './parts.js';

export const type: ViewFunction = async (context) => {
  const { state, index, text } = context;
  const name = state.name ?? '';
  const row = index.types.find((each) => each.name === name);
  if (!row) return [h('h2', {}, name), h('p', {}, text.unknown(name))];
  const ids = index.revisions.map(({ id }) => id);
  const revision = ids.find((id) => id === state.revision) ?? newest(row.in);
  const explanation = (await load('types', revision))[name];
  return [
    h('h2', {}, h('code', {}, name)),
    labelled(
      'type-revision',
      text.revision,
      revisionChoice(ids, revision, (id) => context.go({ view: 'type', name, revision: id })),
    ),
    ...(explanation
      ? described(context, explanation)
      : [h('p', { class: 'note' }, text.notInRevision(name, revision))]),
  ];
};

function described(context: Context, given: TypeExplanation): readonly HTMLElement[] {
  const { text } = context;
  const { name, revision, uses } = given;
  const list = (
    label: string,
    names: readonly string[],
    view: 'method' | 'type',
  ): readonly [string, Content] | undefined =>
    names.length === 0
      ? undefined
      : [label, names.map((each, at) => [at > 0 && ', ', link({ view, name: each, revision }, h('code', {}, each))])];
  const isCheckable = given.kind !== 'constant';
  const hasFields = given.kind === 'interface' || given.fields.length > 0;
  return [
    h('div', {}, prose(given.docs)),
    given.deprecated !== undefined && h('p', { class: 'bad' }, `${text.deprecated}: ${given.deprecated}`),
    facts([
      given.meaning === undefined ? undefined : [text.meaning, typeText(given.meaning, revision, context)],
      list(text.extends, given.extends, 'type'),
      [text.since, given.since],
      given.removedIn.length > 0 ? [text.removedIn, given.removedIn.join(', ')] : undefined,
      list(`${text.usedBy}: ${text.inParams}`, uses.params, 'method'),
      list(`${text.usedBy}: ${text.inResults}`, uses.results, 'method'),
      list(`${text.usedBy}: ${text.inTypes}`, uses.types, 'type'),
      given.see.length > 0 ? [text.seeAlso, given.see.map((url) => h('a', { href: url }, url))] : undefined,
    ]),
    isCheckable && h('p', {}, link({ view: 'check', as: name, revision }, text.checkAs(name))),
    hasFields && h('div', {}, fieldList(context, given, revision)),
    h('h3', {}, text.history),
    given.changes.length === 0
      ? h('p', {}, text.historyEmpty)
      : h(
          'dl',
          { class: 'history' },
          given.changes.map((change) => [
            h('dt', {}, link({ view: 'type', name, revision: change.revision }, change.revision)),
            h('dd', {}, historyLine(context, change)),
          ]),
        ),
  ].filter((each) => each instanceof HTMLElement);
}
