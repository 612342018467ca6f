/** What has been decided about this project's revisions. */

import type { Erratum } from '../../generator/model/errata.js';
import { factsOf } from '../../generator/model/facts.js';
import { OWN_SCHEMAS, readTables } from '../../generator/read/tables.js';

export const TABLES = await readTables(OWN_SCHEMAS);

/** The errata of one revision. */
export function errataOf(revision: string): readonly Erratum[] {
  return factsOf(revision, TABLES).errata;
}
