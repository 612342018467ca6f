/** Finds properties of the subscription filter that select no notification. Each is a decision. */

import type { Property } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { Doubt } from './doubts.js';
import { propertiesBelow, referenceTo } from './places.js';
import type { NotificationMessage } from './protocol.js';

/** Returns the properties of the subscription filter that select a notification as a whole: those that are true or false. */
export function filterFlags(definitions: Definitions): readonly Property[] {
  const name = definitions.nameOf('SubscriptionFilter');
  if (!definitions.findType(name)) return [];
  return propertiesBelow(definitions, referenceTo(name)).filter(({ type }) => {
    const { target } = definitions.resolve(type);
    return target.kind === 'primitive' && target.name === 'boolean';
  });
}

/** Returns the properties of the subscription filter that select no notification, in their order. */
export function findFilterDoubts(
  notifications: readonly NotificationMessage[],
  definitions: Definitions,
): readonly Doubt[] {
  const selecting = new Set(notifications.map(({ filter }) => filter));
  return filterFlags(definitions)
    .filter(({ name }) => !selecting.has(name))
    .map(({ name, docs, place }) => ({
      decision: `filters/${name}`,
      value: 'no notification',
      states: 'boolean, selects no notification',
      problem: `The property ${name} of ${definitions.nameOf('SubscriptionFilter')} selects no notification`,
      otherwise: `name it in the row of the notification that it selects: "filter": ${JSON.stringify(name)}`,
      docs: docs.text,
      place,
    }));
}
