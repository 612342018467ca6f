import type { Command } from 'commander';
import type { Extension } from '../read/extension.js';
import { chooseRevisions } from './chooseRevisions.js';
import { UsageError } from './usageError.js';

/**
 * Checks that the revisions that extensions are limited to are in the schema folder: an extension for another one would be ignored.
 *
 * @throws {UsageError} naming those that are not
 */
export async function checkExtensions(command: Command): Promise<void> {
  const { extension = [], schema } = command.opts<{ extension?: readonly Extension[]; schema?: string }>();
  for (const { file, revisions } of extension) {
    if (revisions === undefined || schema === undefined) continue;
    if (revisions.length === 0) throw new UsageError(`No revision is named for the extension ${file}.`);
    await chooseRevisions(revisions, schema);
  }
}
