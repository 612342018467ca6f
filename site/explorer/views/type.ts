/** One type in one revision: its fields, its uses, and how it changed. */

import type { TypeExplanation } from '../../../generator/index.js';
import type { Context, ViewFunction } from '../context.js';
import { load } from '../data/load.js';
import { h, prose, type Content } from '../dom.js';
import { historyLine } from './changes.js';
import { links, specification } from './links.js';
import { sideBySide } from './sideBySide.js';
import { revisionStatuses, timeline } from './timeline.js';
import { fieldList } from './fields.js';
import { facts, labelled, link, newest, revisionChoice, typeText } from './parts.js';

export const type: ViewFunction = async (context) => {
  const { state, index, text } = context;
  const name = state.name ?? '';
  const row = index.types.find((each) => each.name === name);
  if (!row) return [h('h2', {}, name), h('p', {}, text.unknown(name))];
  const ids = index.revisions.map(({ id }) => id);
  const revision = ids.find((id) => id === state.revision) ?? newest(row.in);
  const [explanations, newestOnes] = await Promise.all([load('types', revision), load('types', newest(row.in))]);
  const explanation = explanations[name];
  const changing = (newestOnes[name]?.changes ?? []).map((change) => change.revision);
  return [
    h('h2', {}, h('code', {}, name)),
    labelled(
      'type-revision',
      text.revision,
      revisionChoice(ids, revision, (id) => context.go({ view: 'type', name, revision: id })),
    ),
    timeline(context, revisionStatuses(ids, row.in, changing), 'type', name, revision),
    ...(explanation
      ? described(context, explanation)
      : [h('p', { class: 'note' }, text.notInRevision(name, revision))]),
  ];
};

function described(context: Context, given: TypeExplanation): readonly HTMLElement[] {
  const { state, text } = context;
  const { name, revision, uses } = given;
  const list = (
    label: string,
    names: readonly string[],
    view: 'method' | 'type',
  ): readonly [string, Content] | undefined =>
    names.length === 0
      ? undefined
      : [label, names.map((each, at) => [at > 0 && ', ', link({ view, name: each, revision }, h('code', {}, each))])];
  // What a reader asks first is what the last change was.
  const last = given.changes.findLast((change) => change.revision <= revision)?.revision;
  const before = last === undefined ? undefined : given.revisions[given.revisions.indexOf(last) - 1];
  const other = given.revisions.find((id) => id === state.from && id !== revision) ?? before;
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
      specification(context, given.see),
    ]),
    links(context, name, revision),
    isCheckable && h('p', {}, link({ view: 'check', as: name, revision }, text.checkAs(name))),
    hasFields && h('div', {}, fieldList(context, given, revision)),
    other !== undefined && sideBySide(context, given, other),
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
