import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFile } from '../isFile.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { modelOf } from '../model/protocolModel.js';
import { InputError } from '../problems.js';
import { readRevision, readSchemaFile } from '../protocols.js';
import type { Extension } from '../read/extension.js';
import { listRevisions } from '../read/loadSchema.js';
import { OWN_SCHEMAS } from '../read/tables.js';

/** Options of {@link readProtocol}. */
export interface ReadProtocolOptions {
  /** The folder that holds `<revision>/schema.ts`. Default: the schemas that come with mcp-gen. */
  readonly schema?: string;
  /** Extensions to add, each after those that it imports from. Default: none. */
  readonly extensions?: readonly Extension[];
  /**
   * Whether open decisions about a revision are guessed, and listed in `openDecisions`. Default: false: open decisions are thrown as
   * problems.
   */
  readonly draft?: boolean;
}

/**
 * Reads one revision of the protocol.
 *
 * @param input a revision (`2025-11-25`), or the path of a schema file that ends in `.ts` and states its revision in
 *   `LATEST_PROTOCOL_VERSION`
 * @returns plain data, which can be stored as JSON and passed to the other functions later
 * @throws {InputError} if the revision or the file does not exist
 * @throws {SchemaProblems} with all problems of the schema, each with its location
 */
export async function readProtocol(input: string, options: ReadProtocolOptions = {}): Promise<ProtocolModel> {
  const { schema = OWN_SCHEMAS, extensions = [], draft = false } = options;
  for (const { file } of extensions) checkFile(file);
  const read = { extensions, completeness: draft ? 'draft' : 'release' } as const;
  if (!input.endsWith('.ts')) {
    await checkRevision(input, schema);
    return modelOf(await readRevision(input, schema, read));
  }
  checkFile(input);
  return modelOf(await readSchemaFile(input, read));
}

async function checkRevision(revision: string, schema: string): Promise<void> {
  const known = (await stat(schema).catch(() => undefined))?.isDirectory() === true ? await listRevisions(schema) : [];
  if (known.includes(revision)) return;
  const available =
    known.length === 0 ? `${join(schema, revision, 'schema.ts')} does not exist` : `Available: ${known.join(', ')}`;
  throw new InputError(`Unknown revision ${JSON.stringify(revision)}. ${available}.`);
}

function checkFile(path: string): void {
  if (!isFile(path)) throw new InputError(`File not found: ${path}.`);
}
