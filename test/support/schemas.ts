/** The revisions, their schemas, and other files of this project. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The revisions that are generated, oldest first, and how many definitions the official schema of each has. */
export const REVISIONS = [
  { revision: '2024-11-05', era: 'session', definitions: 79 },
  { revision: '2025-03-26', era: 'session', definitions: 83 },
  { revision: '2025-06-18', era: 'session', definitions: 91 },
  { revision: '2025-11-25', era: 'session', definitions: 145 },
  { revision: '2026-07-28', era: 'stateless', definitions: 155 },
] as const;

export type RevisionId = (typeof REVISIONS)[number]['revision'];

/** The ids of all revisions, oldest first. */
export const REVISION_IDS = REVISIONS.map(({ revision }) => revision);

/** The revisions that open a session with `initialize`, oldest first. */
export const SESSION_IDS = REVISIONS.flatMap((row) => (row.era === 'session' ? [row.revision] : []));

/** The newest of them: what a client and a server negotiate that both want a session. */
export const NEWEST_SESSION = '2025-11-25';

/** A folder of official schemas, `<revision>/schema.json`, if the variable MCP_OFFICIAL_SCHEMAS names one. */
export const OFFICIAL = process.env['MCP_OFFICIAL_SCHEMAS'];

/** The path of an official file, if the folder of official schemas has it. */
export function officialFile(revision: string, name: 'schema.ts' | 'schema.json'): string | undefined {
  const path = OFFICIAL && join(OFFICIAL, revision, name);
  return path && existsSync(path) ? path : undefined;
}

/** Why the official file of a revision is not at hand; undefined if it is. */
export function officialFileMissing(revision: string, name: 'schema.ts' | 'schema.json'): string | undefined {
  if (OFFICIAL === undefined) return 'MCP_OFFICIAL_SCHEMAS is not set';
  return officialFile(revision, name) === undefined ? `MCP_OFFICIAL_SCHEMAS has no ${revision}/${name}` : undefined;
}

/** A file of this project, as text. */
export function readProjectFile(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function schemaText(revision: string): string {
  return readProjectFile(`schema/${revision}/schema.ts`);
}
