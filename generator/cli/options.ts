/** Options that several commands have. */

import { Option } from 'commander';
import type { Extension } from '../read/extension.js';
import { isFile } from '../isFile.js';
import { OWN_SCHEMAS } from '../read/tables.js';
import { checkTarget } from './findTarget.js';
import { UsageError } from './outcome.js';

export function schemaOption(): Option {
  const about = 'the schema folder, with <revision>/schema.ts';
  return new Option('--schema <folder>', about).default(
    OWN_SCHEMAS,
    'schema/ if it has a revisions.json, otherwise the schemas of mcp-gen',
  );
}

export function extensionOption(): Option {
  const about =
    'a file with declarations to add to the schema; <revision,...>=<file> adds it to these revisions only; may be repeated';
  return new Option('--extension <file>', about).argParser(addExtension).default([], 'none');
}

/** Help on {@link extensionOption}, for commands that read several revisions. */
export const FITTING_HELP = `
An --extension without revisions is added to those that it is compatible with. A note on standard error names the others.
`;

export function draftOption(): Option {
  const about = 'compile revisions with open decisions: guess these, and list them as warnings';
  return new Option('--draft', about);
}

export function targetOption(): Option {
  const about = 'the output language; one output folder can contain the files of several targets';
  return new Option('--target <name | module>', about).argParser(checkTarget).default('typescript');
}

function addExtension(text: string, earlier: readonly Extension[]): readonly Extension[] {
  if (isFile(text)) return [...earlier, { file: text }];
  const [, revisions, file = text] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (!isFile(file)) throw new UsageError(`File not found: ${file}.`);
  return [...earlier, revisions === undefined ? { file } : { file, revisions: splitList(revisions) }];
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object on standard output, and nothing else');
}

/** Splits a comma-separated list. */
export function splitList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
