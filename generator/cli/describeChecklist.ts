import type { Checklist } from '../adopt/checklist.js';
import type { OpenDecision } from '../model/openDecisions.js';
import { printable } from '../printable.js';
import type { Problem } from '../problems.js';
import { count } from './phrases.js';
import type { Terminal } from './terminal.js';

/** Returns the checklist as lines: what has changed, what is new, and what is inherited. */
export function describeChecklist(checklist: Checklist, terminal: Terminal): readonly string[] {
  const { changed, added, inherited, lost, unused, unverified } = checklist;
  const { paint } = terminal;
  return [
    ...(changed.length === 0 ? [] : [paint('bold', `Changed: ${count(changed.length, 'decision')}`)]),
    ...changed.map((decision) => describeChanged(decision, terminal)),
    ...(added.length === 0 ? [] : [paint('bold', `New: ${count(added.length, 'decision')}`)]),
    ...added.map((decision) => describeDecision(decision, terminal)),
    ...(lost.length === 0 ? [] : [`No longer in this revision: ${lost.map(printable).join(', ')}`]),
    ...(unverified.length === 0
      ? []
      : [`Accepted, although the schema.json has others: ${unverified.map(printable).join(', ')}`]),
    ...unused.map((line) => `Declared, but not used: ${printable(line)}`),
    ...(inherited
      ? [`Inherited from ${inherited.from}: ${count(inherited.count, 'decision')} about what is unchanged.`]
      : []),
  ];
}

function describeChanged(decision: OpenDecision, terminal: Terminal): string {
  const changes = (decision.changes ?? []).map((line) => `\n    ${printable(line)}`).join('');
  return `${describeDecision(decision, terminal)}\n  Changed since ${decision.confirmedFor}:${changes}`;
}

/** Returns the warning about an open decision of a draft. */
export function describeDecision({ file, line, column, message, remedy }: Problem, { paint }: Terminal): string {
  const place = paint('bold', printable(`${file}:${line}:${column}`));
  return `${place}  ${paint('bold', 'warning:')} ${printable(message)}\n  ${printable(remedy)}`;
}
