/** Asks before the command of a file is run that came with a folder: somebody else may have written it. */

import { plainLine } from '@mcp-gen/sdk/client';
import { MistakeError } from '../failures.js';
import type { Terminal } from '../terminal.js';
import type { FoundServer } from './target.js';

/**
 * Resolves if a server may be used: those of the user's own files, and those whose command the user allows.
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
  if (typeof config === 'function' || !('command' in config)) return;
  const { command, args = [], env = {} } = config;
  const words = [command, ...args].map((word) => JSON.stringify(word)).join(' ');
  const names = Object.keys(env);
  const what = plainLine(`${words}${names.length > 0 ? `, with the variables ${names.join(', ')}` : ''}`, 4_000);
  const from = `${plainLine(file.path, 1_000)} has the server ${plainLine(name, 60)}: ${what}`;
  if (ask === undefined) throw new MistakeError(`${from}. --yes runs it.`);
  note(from);
  if (!/^y/i.test(await ask('Run it? [y/N] ', signal))) throw new MistakeError('Nothing was run.');
}
