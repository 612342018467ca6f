import type { Command } from 'commander';
import type { Extension } from '../read/extension.js';
import { chooseRevisions } from './chooseRevisions.js';
import { UsageError } from './usageError.js';

/**
 * Checks that the schema folder has the revisions that extensions are limited to. An extension for another revision would be ignored.
 *
 * @throws {UsageError} with the missing revisions
 */
export async function checkExtensions(command: Command): Promise<void> {
  const { extension = [], schema } = command.opts<{ extension?: readonly Extension[]; schema?: string }>();
  for (const { file, revisions } of extension) {
    if (revisions === undefined || schema === undefined) continue;
    if (revisions.length === 0)
      throw new UsageError(`No revisions given for the extension ${file}. Expected <revision,...>=<file>.`);
    await chooseRevisions(revisions, schema);
  }
}
