/** One method in one revision: who sends it, what it needs, what it carries, and how it changed. */

import type { MethodExplanation, Route } from '../../../generator/index.js';
import type { Context, ViewFunction } from '../context.js';
import type { MethodRow, Step } from '../data/format.js';
import { load } from '../data/load.js';
import { h, prose, type Content } from '../dom.js';
import { changeList, historyLine } from './changes.js';
import { payload } from './fields.js';
import { links, specification } from './links.js';
import { revisionStatuses, timeline } from './timeline.js';
import { facts, labelled, link, newest, revisionChoice } from './parts.js';

export const method: ViewFunction = async (context) => {
  const { state, index, text } = context;
  const name = state.name ?? '';
  const row = index.methods.find((each) => each.name === name);
  if (!row) return [h('h2', {}, name), h('p', {}, text.unknown(name))];
  const ids = index.revisions.map(({ id }) => id);
  const revision = ids.find((id) => id === state.revision) ?? newest(Object.keys(row.in));
  const [explanations, steps] = await Promise.all([load('methods', revision), load('steps')]);
  const explanation = explanations[name];
  const history = Object.hasOwn(steps, name) ? (steps[name] ?? []) : [];
  const changing = history.map((step) => step.revision);
  return [
    h('h2', {}, h('code', {}, name)),
    labelled(
      'method-revision',
      text.revision,
      revisionChoice(ids, revision, (id) => context.go({ view: 'method', name, revision: id })),
    ),
    timeline(context, revisionStatuses(ids, Object.keys(row.in), changing), 'method', name, revision),
    ...(explanation ? described(context, explanation, row) : absent(context, name, revision, history)),
    h('h3', {}, text.history),
    steppedHistory(context, row, history, explanation),
  ];
};

function described(context: Context, given: MethodExplanation, row: MethodRow): readonly HTMLElement[] {
  const { text } = context;
  const { name, revision, capability, result, otherResults = [] } = given;
  const sides = (list: MethodExplanation['senders']): string => list.map((side) => text.sides[side]).join(text.and);
  const section = (title: string, content: Content): HTMLElement => h('section', {}, h('h3', {}, title), content);
  return [
    h('div', {}, prose(given.docs)),
    given.deprecated !== undefined && h('p', { class: 'bad' }, `${text.deprecated}: ${given.deprecated}`),
    given.embedded && h('p', { class: 'note' }, text.embeddedNote(name)),
    facts([
      [text.kind, text.kinds[row.kind]],
      [text.sentBy, sides(given.senders)],
      [text.capability, capability ? text.declaredBy(capability.name, sides(capability.sides)) : text.none],
      [text.message, link({ view: 'type', name: given.type, revision }, h('code', {}, given.type))],
      row.kind === 'request' ? [text.cancellable, given.cancellable ? text.yes : text.no] : undefined,
      given.paginated ? [text.paginated, text.yes] : undefined,
      given.asks ? [text.asks, text.yes] : undefined,
      given.routes ? [text.inSdk, [text.reachable, ...given.routes.map(routeLine)]] : undefined,
      [text.since, given.since],
      given.removedIn.length > 0 ? [text.removedIn, given.removedIn.join(', ')] : undefined,
      specification(context, given.see),
    ]),
    links(context, name, revision),
    section(
      given.params.optional ? `${text.params} (${text.optionalParams})` : text.params,
      payload(context, given.params, revision),
    ),
    result && section(text.result, payload(context, result, revision)),
    ...otherResults.map((other) => section(text.otherResult, payload(context, other, revision))),
  ].filter((each) => each instanceof HTMLElement);
}

function routeLine({ side, use }: Route): HTMLElement {
  return h('div', {}, `${side}: `, h('code', {}, use));
}

/** A revision without the method says what to do instead. */
function absent(context: Context, name: string, revision: string, history: readonly Step[]): readonly HTMLElement[] {
  const { text } = context;
  const removal = history.findLast((step) => step.status === 'removed' && step.revision <= revision);
  return [
    h('p', { class: 'note' }, text.notInRevision(name, revision)),
    ...(removal ? [h('div', {}, changeList(context, removal.changes))] : []),
  ];
}

function steppedHistory(
  context: Context,
  row: MethodRow,
  steps: readonly Step[],
  explanation: MethodExplanation | undefined,
): HTMLElement {
  const { text, index } = context;
  const details = index.revisions.flatMap(({ id }) => {
    const step = steps.find(({ revision }) => revision === id);
    const lines = explanation?.changes.filter(({ revision }) => revision === id) ?? [];
    if (!step && lines.length === 0) return [];
    const status =
      row.in[id]?.embedded && step?.status === 'removed' ? text.inside : step && text.statuses[step.status];
    return [
      h('dt', {}, link({ view: 'method', name: row.name, revision: id }, id), ` ${status ?? ''}`),
      h(
        'dd',
        {},
        lines.map((line) => h('p', {}, historyLine(context, line))),
        step && step.changes.length > 0 && changeList(context, step.changes),
      ),
    ];
  });
  return details.length > 0 ? h('dl', { class: 'history' }, details) : h('p', {}, text.historyEmpty);
}
