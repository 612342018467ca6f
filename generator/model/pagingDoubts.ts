/** Finds requests whose params and result disagree on paging. Each is a decision. */

import type { Definitions } from './definitions.js';
import type { Doubt } from './doubts.js';
import { referenceTo } from './places.js';
import type { RequestMessage } from './protocol.js';

/** Returns the requests whose params and result disagree on paging, in their order. */
export function findPagingDoubts(requests: readonly RequestMessage[], definitions: Definitions): readonly Doubt[] {
  const base = definitions.nameOf('PaginatedResult');
  const isPage = (name: string): boolean => {
    // The result of a request with problems has no name.
    if (!definitions.findType(name)) return false;
    const { target } = definitions.resolve(referenceTo(name));
    return target.kind === 'interface' && (target.name === base || definitions.extends(target, base));
  };
  return requests.flatMap(({ method, paginated, results, question, declaration }): readonly Doubt[] => {
    const hasPages = results.some((name) => name !== question && isPage(name));
    if (hasPages === paginated) return [];
    return [
      {
        decision: `paging/${method}`,
        value: paginated ? 'paginated' : 'not paginated',
        states: paginated ? 'only params are paginated' : 'only the result is paginated',
        problem: `${method} has ${paginated ? 'paginated params, but its result has no pages' : 'a paginated result, but its params have no cursor'}`,
        otherwise: 'correct the schema: params and result extend the bases of paginated ones, or neither does',
        docs: '',
        place: declaration.place,
      },
    ];
  });
}
