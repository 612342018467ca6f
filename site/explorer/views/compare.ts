/** What changed between any two revisions. */

import type { DiffReport } from '../../../generator/index.js';
import type { Context, ViewFunction } from '../context.js';
import { load } from '../data/load.js';
import { h, type Content } from '../dom.js';
import { changeList } from './changes.js';
import { facts, labelled, link, revisionChoice } from './parts.js';

export const compare: ViewFunction = async (context) => {
  const { state, index, text } = context;
  const ids = index.revisions.map(({ id }) => id);
  const given = [state.from, state.to].map((wanted, at) => ids.find((id) => id === wanted) ?? ids.at(at - 2) ?? '');
  const [older = '', newer = ''] = given.toSorted();
  const choose = (from: string, to: string): void => context.go({ ...state, view: 'compare', from, to });
  const isBreakingOnly = state.query === 'breaking';
  const box = h('input', { type: 'checkbox', id: 'breaking-only', checked: isBreakingOnly });
  box.addEventListener('change', () =>
    context.go({ ...state, from: older, to: newer, query: box.checked ? 'breaking' : '' }),
  );
  const controls = [
    h('h2', {}, text.views.compare),
    h(
      'div',
      { class: 'fields' },
      labelled(
        'compare-from',
        text.from,
        revisionChoice(ids, older, (id) => choose(id, newer)),
      ),
      labelled(
        'compare-to',
        text.to,
        revisionChoice(ids, newer, (id) => choose(older, id)),
      ),
      h('p', { class: 'field check' }, box, h('label', { for: 'breaking-only' }, text.onlyBreaking)),
    ),
    h('p', { class: 'hint' }, text.swap),
  ];
  if (older === newer) return [...controls, h('p', { role: 'status' }, text.same)];
  const report = await load('diff', older, newer);
  loadOthers(ids);
  return [...controls, ...described(context, report, isBreakingOnly)];
};

/** Loads the other comparisons, which may be chosen next. One that fails is loaded again when it is chosen. */
function loadOthers(ids: readonly string[]): void {
  for (const [at, older] of ids.entries()) {
    for (const newer of ids.slice(at + 1)) load('diff', older, newer).catch(() => undefined);
  }
}

function described(context: Context, report: DiffReport, isBreakingOnly: boolean): readonly HTMLElement[] {
  const { text } = context;
  const [was, is] = [report.old.revision, report.new.revision];
  const kept = (changes: DiffReport['protocol']): DiffReport['protocol'] =>
    isBreakingOnly ? changes.filter(({ breaks }) => breaks.length > 0) : changes;
  const section = (title: string, content: Content): HTMLElement => h('section', {}, h('h3', {}, title), content);
  const names = (list: readonly string[], revision: string): HTMLElement =>
    h(
      'ul',
      { class: 'names' },
      list.map((name) => h('li', {}, link({ view: 'type', name, revision }, h('code', {}, name)))),
    );
  const protocol = kept(report.protocol);
  const methods = report.methods
    .map((each) => ({
      ...each,
      changes: kept(each.changes),
      through: isBreakingOnly ? each.through.filter(({ breaks }) => breaks.length > 0) : each.through,
    }))
    .filter(
      ({ changes, through, status }) =>
        changes.length + through.length > 0 || (!isBreakingOnly && status !== 'changed'),
    );
  const definitions = report.definitions
    .map((each) => ({ ...each, changes: kept(each.changes) }))
    .filter(({ changes }) => changes.length > 0);
  return [
    h('p', { role: 'status' }, text.summary(report.breaking, report.compatible)),
    protocol.length > 0 && section(text.protocol, changeList(context, protocol)),
    methods.length > 0 &&
      section(
        text.changedMethods,
        methods.map(({ method, status, changes, through }) => [
          h(
            'h4',
            {},
            link({ view: 'method', name: method, revision: status === 'removed' ? was : is }, h('code', {}, method)),
            ` ${text.statuses[status]}`,
          ),
          changes.length > 0 && changeList(context, changes),
          through.length > 0 &&
            h(
              'p',
              {},
              `${text.through}: `,
              through.map(({ definition }, at) => [
                at > 0 && ', ',
                link({ view: 'type', name: definition, revision: is }, h('code', {}, definition)),
              ]),
            ),
        ]),
      ),
    definitions.length > 0 &&
      section(
        text.changedTypes,
        definitions.map((group) => [
          h(
            'h4',
            {},
            group.definitions.map((name, at) => [
              at > 0 && ', ',
              link({ view: 'type', name, revision: is, from: was }, h('code', {}, name)),
            ]),
          ),
          changeList(context, group.changes),
        ]),
      ),
    !isBreakingOnly && report.added.length > 0 && section(text.addedTypes, names(report.added, is)),
    !isBreakingOnly && report.removed.length > 0 && section(text.removedTypes, names(report.removed, was)),
    section(text.reasons, facts(Object.entries(report.reasons).map(([rule, reason]) => [rule, reason] as const))),
  ].filter((each) => each instanceof HTMLElement);
}
