/** Finds messages that need a decision: properties of the subscription filter that select no notification, and requests that disagree on paging. */

import { wordsOf, type Property } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { Doubt } from './doubts.js';
import { propertiesBelow, referenceTo } from './places.js';
import type { NotificationMessage, RequestMessage } from './protocol.js';

/** Returns the properties of the subscription filter that select a notification as a whole: those that are true or false. */
export function filterFlags(definitions: Definitions): readonly Property[] {
  return filterProperties(definitions).filter(({ type }) => {
    const { target } = definitions.resolve(type);
    return target.kind === 'primitive' && target.name === 'boolean';
  });
}

function filterProperties(definitions: Definitions): readonly Property[] {
  const name = definitions.nameOf('SubscriptionFilter');
  return definitions.findType(name) ? propertiesBelow(definitions, referenceTo(name)) : [];
}

/** The properties that a feature of the SDK reads: optional arrays of strings, such as the URIs of resources. */
const READ_BY_FEATURES: ReadonlySet<string> = new Set(['resourceSubscriptions']);

/** Returns the properties of the subscription filter that a feature of the SDK reads, with the type that it expects. */
export function filtersOfFeatures(definitions: Definitions): readonly Property[] {
  return filterProperties(definitions).filter(({ name, optional, type }) => {
    const { target } = definitions.resolve(type);
    const element = target.kind === 'array' ? definitions.resolve(target.element).target : undefined;
    const isExpected = optional && element?.kind === 'primitive' && element.name === 'string';
    return READ_BY_FEATURES.has(name) && isExpected;
  });
}

/** Returns the properties of the subscription filter that select no notification, in their order. */
export function findFilterDoubts(
  notifications: readonly NotificationMessage[],
  definitions: Definitions,
): readonly Doubt[] {
  const selecting = new Set(notifications.map(({ filter }) => filter));
  const flags = new Set(filterFlags(definitions).map(({ name }) => name));
  const read = new Set(filtersOfFeatures(definitions).map(({ name }) => name));
  return filterProperties(definitions)
    .filter(({ name }) => !selecting.has(name) && !read.has(name))
    .map(({ name, docs, place }) => ({
      decision: `filters/${name}`,
      value: 'no notification',
      states: `${flags.has(name) ? 'boolean' : 'not boolean'}, selects no notification`,
      problem: `The property ${name} of ${definitions.nameOf('SubscriptionFilter')} ${READ_BY_FEATURES.has(name) ? 'is not an optional array of strings, which a feature of the SDK reads' : 'selects no notification'}`,
      otherwise: flags.has(name)
        ? `name it in the row of the notification that it selects: "filter": ${JSON.stringify(name)}`
        : 'write a feature of the SDK that reads it: default routes select a notification as a whole',
      docs: wordsOf(docs),
      place,
    }));
}

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
