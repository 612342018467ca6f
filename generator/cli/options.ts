/** Options that several commands have. */

import { Option } from 'commander';
import type { Extension } from '../read/extension.js';
import { isFile } from '../isFile.js';
import { OWN_SCHEMAS } from '../read/tables.js';
import { checkTarget } from './loadTarget.js';
import { splitList } from './splitList.js';
import { UsageError } from './usageError.js';

export function schemaOption(): Option {
  const about = 'the folder that holds <revision>/schema.ts';
  return new Option('--schema <folder>', about).default(
    OWN_SCHEMAS,
    'schema/ if it has a revisions.json, else the schemas of mcp-gen',
  );
}

export function extensionOption(): Option {
  const about =
    'a file of declarations to add to the schema: an extension of the protocol; with <revision,...>= in front, to those ' +
    'revisions only; may be given again';
  return new Option('--extension <file>', about).argParser(addExtension).default([], 'none');
}

/** What commands that read several revisions say of {@link extensionOption}. */
export const FITTING_HELP = `
An --extension without revisions in front is added to those that it fits; a note on standard error names the others.
`;

export function draftOption(): Option {
  const about = 'compile a revision with open decisions: guess them, and list them as warnings';
  return new Option('--draft', about);
}

export function targetOption(): Option {
  const about = 'what to generate: an output folder can hold the files of several targets';
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
