/** Checks lists: they have pages, and a notification of their changes. */

import { listChangeOf } from '../../model/conventions.js';
import { findPagingDoubts } from '../../model/messageDoubts.js';
import { referenceTo, propertiesBelow } from '../../model/places.js';
import type { RequestMessage } from '../../model/protocol.js';
import type { Found } from '../finding.js';
import type { Subject } from '../subject.js';

export function checkLists({ protocol, messages, source }: Subject): readonly Found[] {
  const requests = messages.filter((message) => message.kind === 'request');
  const halves = findPagingDoubts(requests, protocol.definitions).map(({ problem, decision, place }): Found => {
    const method = decision.slice(decision.indexOf('/') + 1);
    return { rule: 'list-without-pages', at: method, message: problem, place };
  });
  const known = new Set(halves.map(({ at }) => at));
  return [
    ...halves,
    ...requests.filter(isList).flatMap(({ method: at, paginated, changes, declaration: { place }, results }) => {
      const isPage = results.some(
        (name) =>
          source.findType(name) !== undefined &&
          propertiesBelow(source, referenceTo(name)).some((each) => /cursor/i.test(each.name)),
      );
      const pages: readonly Found[] =
        paginated || isPage || known.has(at)
          ? []
          : [{ rule: 'list-without-pages', at, message: `${at} is a list without pages`, place }];
      const noChange: readonly Found[] =
        changes === undefined
          ? [{ rule: 'list-without-change', at, message: `No notification tells that ${at} has changed`, place }]
          : [];
      return [...pages, ...noChange];
    }),
  ];
}

function isList({ method, declaration }: RequestMessage): boolean {
  return listChangeOf(method) !== undefined || /^List[A-Z]/.test(declaration.name);
}
