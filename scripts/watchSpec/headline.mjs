// The name of a page, and what it is about in one line.
import { changesIn } from './actors.mjs';
import { code, count, isBreaking, isNeutral, listOf, sentenceOf } from './sentences.mjs';

/** Returns the title of a page. */
export function titleOf({ kind, id }) {
  if (kind === 'draft') return 'The newest draft';
  if (kind === 'release') return `Revision ${id}`;
  if (kind === 'extension') return `The extension ${id}`;
  return `Proposal ${id.replace(/^proposal-/, '')}`;
}

/** Returns what changes, in one sentence. */
export function headlineOf({ kind, base, changes }) {
  if (changes === undefined) return 'Its schema cannot be compiled yet.';
  if (changes.equal) return kind === 'draft' ? `It is equal to ${base}.` : 'It changes no messages.';
  const all = changesIn(changes).filter(({ change, subject }) => !isNeutral(change, subject));
  const [only, ...others] = all;
  const named = changes.methods.filter(({ status }) => status !== 'changed');
  if (only === undefined) return 'It changes how the schema is written, but no messages.';
  if (others.length === 0 && named.length === 0) return sentenceOf(only.change, only.subject);
  const listed = (status, verb) =>
    ['request', 'notification'].flatMap((kind) => {
      const names = named
        .filter((each) => each.status === status && each.kind === kind)
        .map(({ method }) => code(method));
      return names.length === 0
        ? []
        : [`It ${verb} the ${kind}${names.length === 1 ? '' : 's'} ${listOf(names, kind)}.`];
    });
  const rest = all.filter(({ subject }) => subject.definitions !== undefined || subject.status === 'changed');
  return [
    ...(changes.protocol.some(({ rule }) => rule === 'era-changed') ? ['It changes how messages are exchanged.'] : []),
    ...listed('added', 'adds'),
    ...listed('removed', 'removes'),
    ...(changes.errors.length > 0 ? [`It changes ${count(changes.errors.length, 'error code')}.`] : []),
    ...(rest.length > 0 ? [`It changes types in ${count(rest.length, 'place')}: ${breakingText(rest)}.`] : []),
  ].join(' ');
}

function breakingText(all) {
  const breaking = all.filter(({ change }) => isBreaking(change)).length;
  if (breaking === 0) return 'none of these changes breaks programs';
  if (breaking === all.length) return breaking === 1 ? 'this breaks programs' : 'all of these changes break programs';
  return breaking === 1 ? 'one of these changes breaks programs' : `${breaking} of these changes break programs`;
}
