/** Reads `revisions.json` of a schema folder: the registry of revisions, with the records of their official files. */

import { join } from 'node:path';
import { ANCHORS } from '../model/anchors.js';
import type { RevisionFacts } from '../model/facts.js';
import { isRevisionName } from '../model/revisionName.js';
import { checkFile, checkRows, isObject, isString, isStrings, readJson, type RowShape } from './rows.js';

/** An official file, as it was when its revision was adopted. */
export interface OfficialFile {
  /** The path in the official repository, with forward slashes. */
  readonly path: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** The record of one revision: the decisions about it, and its official files. */
export interface RevisionRecord extends RevisionFacts {
  /** `released`, or `draft`. */
  readonly status: string;
  /** The official schema.ts. */
  readonly schema: OfficialFile;
  /** The files that it imports. Absent if there are none. */
  readonly modules?: readonly OfficialFile[];
  /** The official schema.json. Absent if there was none. */
  readonly jsonSchema?: OfficialFile;
  /** The definitions whose schema.ts was accepted, although the schema.json has others. Absent if there are none. */
  readonly unverified?: readonly string[];
}

/** A name of a file or folder, restricted so that it cannot leave the folder. */
const NAME = /^\w[\w.-]*$/;
const SHA256 = /^[0-9a-f]{64}$/;

const FILE = 'an official file: "path" and "sha256"';

const ROW: RowShape = {
  id: [isRevisionName, 'the name of a revision'],
  status: [isString, 'a string'],
  era: [(value) => value === 'session' || value === 'stateless', '"session" or "stateless"'],
  batching: [(value) => hasDecision(value, 'allowed'), 'an object with "allowed" and "source"'],
  metadataKeys: [(value) => hasDecision(value, 'stated'), 'an object with "stated" and "source"'],
  dialect: [(value) => value === 'draft-07' || value === '2020-12', '"draft-07" or "2020-12"'],
  'protocolVersion?': [isRevisionName, 'a protocol version'],
  'withoutUnions?': [isStrings, 'an array of names'],
  'names?': [isNameMap, 'an object with names'],
  'guessedFrom?': [isString, 'a revision'],
  'open?': [isStrings, 'an array of decisions'],
  schema: [isOfficialFile, FILE],
  'modules?': [(value) => Array.isArray(value) && value.every(isOfficialFile), 'an array of official files'],
  'jsonSchema?': [isOfficialFile, FILE],
  'unverified?': [isStrings, 'an array of names'],
};

/**
 * Reads the rows of `<schema folder>/revisions.json`, in their order.
 *
 * @throws {SchemaProblems} with every invalid row
 */
export async function readRevisions(schemaDir: string): Promise<readonly RevisionRecord[]> {
  const file = join(schemaDir, 'revisions.json');
  const value = await readJson(file);
  return checkFile(file, (report) => checkRows(value, ROW, report)) as unknown as readonly RevisionRecord[];
}

/** Returns whether a value maps anchors, and names of responses, to names. */
function isNameMap(value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([anchor, name]) => isAnchorName(anchor) && isString(name));
}

function isAnchorName(name: string): boolean {
  return Object.hasOwn(ANCHORS, name) || name.endsWith('ResultResponse');
}

function hasDecision(value: unknown, name: string): boolean {
  return isObject(value) && typeof value[name] === 'boolean' && isString(value['source']);
}

function isOfficialFile(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { path, sha256 } = value;
  const isPath = isString(path) && path.split('/').every((name) => NAME.test(name));
  return isPath && isString(sha256) && SHA256.test(sha256);
}
