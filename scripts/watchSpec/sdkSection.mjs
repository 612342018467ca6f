// Says how far this project is: for its maintainers, and for those who use its SDK.
import { groupBy } from '../../dist/collections.js';
import { listed } from './listed.mjs';
import { capital, code, listOf, plain } from './sentences.mjs';
import { stagesText } from './stagesText.mjs';

/** Returns the section; nothing if there is nothing to say. */
export function sdkSection({ kind, before, stages, changes, misfits }) {
  const reached = changes.routes.filter(({ ignoredBy, use }) => ignoredBy === undefined && use !== '');
  const ignored = changes.routes.filter(({ ignoredBy }) => ignoredBy !== undefined);
  const parts = [
    ...(kind === 'extension' ? [fitText(misfits)] : []),
    ...(stages ? stagesText(stages, kind, before === true) : []),
    ...(reached.length > 0 ? ['Programs reach what is new here:', listed(usesOf(reached))] : []),
    ...(ignored.length > 0
      ? [
          'These parts of the SDK have no interface for it yet, so a person has to write one:',
          listed(ignored.map(fileText)),
        ]
      : []),
  ];
  return parts.length === 0 ? [] : ['## In the SDK of this project', ...parts];
}

/** Returns a line for each call or option, with everything that it reaches. */
function usesOf(routes) {
  const groups = groupBy(routes, ({ side, use }) => JSON.stringify([side, use]));
  return [...groups.values()].map((group) => {
    const [{ side, use }] = group;
    return `- ${capital(side)}s: ${listOf(
      group.map(({ name }) => code(name)),
      'name',
    )}, ${useText(use)}`;
  });
}

/** Returns a call or option as Markdown. Some of them are phrases. */
function useText(use) {
  const [, type] = /^typed in (.+)$/.exec(use) ?? [];
  if (type !== undefined) return `typed in ${code(type)}`;
  return use.includes('`') ? `by ${use}` : `by ${code(use)}`;
}

function fileText({ name, side, ignoredBy: { name: feature, file, methods } }) {
  return `- ${capital(side)}s: ${code(name)} in ${listOf(methods.map(code), 'method')}: ${code(file)} (${plain(feature)})`;
}

function fitText(misfits) {
  if (misfits.length === 0) return 'The extension fits the newest draft, too.';
  return `The extension does not fit the newest draft: ${misfits.map(({ message }) => plain(message)).join('; ')}.`;
}
