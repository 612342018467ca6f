/** Messages of a revision that does not exist yet. */

import { onTestFinished } from 'vitest';
import { NOTIFICATIONS, type NotificationFacts } from '../../sdk/src/registry.js';

/** Makes a notification one of a later revision than all others, until the test is over. */
export function newerThanAll(method: string): void {
  const table = NOTIFICATIONS as { [method: string]: NotificationFacts };
  const facts = table[method] as NotificationFacts;
  table[method] = { ...facts, since: '9999-01-01' };
  onTestFinished(() => void (table[method] = facts));
}
