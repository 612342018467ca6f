/** Asks before a server of a file is used that came with a folder: somebody else may have written it. */

import { plainLine } from '@mcp-gen/sdk/client';
import { consentText } from '@mcp-gen/sdk/host';
import { MistakeError } from '../failures.js';
import type { Terminal } from '../terminal.js';
import type { FoundServer } from './target.js';

/** Maximum characters of what the user consents to: nobody reads more, and what is cut off could be the worst. */
const MAX_LENGTH = 4_000;

/**
 * Resolves if a server may be used: those of the user's own files, and those that the user allows. A URL needs consent as well, since its
 * entry can send environment variables.
 *
 * @throws {MistakeError} if the user does not allow it, or cannot be asked.
 */
export async function consentTo(
  { configured }: FoundServer,
  isAllowed: boolean,
  { ask, note }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  if (configured === undefined || !configured.file.isProject || isAllowed) return;
  const { config, file, name } = configured;
  const what = consentText(config);
  const from = `The server ${plainLine(name, 60)} of ${plainLine(file.path, 1_000)}`;
  if (what.length > MAX_LENGTH) {
    throw new MistakeError(`${from} has more than ${MAX_LENGTH} characters, too many to ask about. --yes uses it.`);
  }
  const question = `${from} would ${what}`;
  if (ask === undefined) throw new MistakeError(`${question}. --yes allows it.`);
  note(question);
  if (!/^y/i.test(await ask('Allow it? [y/N] ', signal))) throw new MistakeError('Nothing was started.');
}
