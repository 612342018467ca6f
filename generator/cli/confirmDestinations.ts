import type { DestinationChange } from '../openapi/compareDestinations.js';
import { printableLine } from '../printable.js';
import { UsageError } from './outcome.js';
import type { Terminal } from './terminal.js';

/** The option that agrees in advance. */
export const ALLOW_DESTINATION = '--allow-destination';

/**
 * Asks the user whether calls may go to another origin, and credentials to another place, if they would. Resolves with whether it has asked.
 *
 * @throws {UsageError} if the user does not agree, or cannot be asked
 */
export async function confirmDestinations(
  destinations: readonly DestinationChange[],
  { prompt, note }: Terminal,
): Promise<boolean> {
  const moved = destinations.filter(({ isMoved }) => isMoved);
  if (moved.length === 0) return false;
  const lines = moved.map(({ message }) => `  ${printableLine(message)}`);
  const question = ['This update changes where calls and credentials are sent:', ...lines].join('\n');
  if (prompt === undefined) {
    throw new UsageError(`${question}\nNothing was written. To accept it, add ${ALLOW_DESTINATION}.`);
  }
  note(question);
  const answer = await prompt((ask) => ask('Write it? [y/N] '));
  if (!/^y(?:es)?$/i.test(answer)) throw new UsageError('Nothing was written.');
  return true;
}
