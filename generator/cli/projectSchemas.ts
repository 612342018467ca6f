import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isFile } from '../isFile.js';
import { OWN_SCHEMAS } from '../read/tables.js';
import type { Terminal } from './terminal.js';

/** The default folder that `adopt` writes to. */
export const PROJECT_SCHEMAS = 'schema';

/** Makes a command read the schemas of the project, if it has adopted any and no option or config names others. Prints a note about it. */
export function applyProjectSchemas(command: Command, { note }: Terminal): void {
  const isDefault = command.getOptionValueSource('schema') === 'default' && command.opts()['schema'] === OWN_SCHEMAS;
  if (!isDefault || resolve(PROJECT_SCHEMAS) === OWN_SCHEMAS) return;
  if (!isFile(join(PROJECT_SCHEMAS, 'revisions.json'))) return;
  command.setOptionValueWithSource('schema', PROJECT_SCHEMAS, 'project');
  note(`Schemas: ${PROJECT_SCHEMAS}/ of this project. Use --schema to select another folder.`);
}
