/** What has been decided about this project's revisions. */

import { errataOf as errataIn, type Erratum } from '../../generator/model/errata.js';
import { OWN_SCHEMAS, readTables } from '../../generator/read/tables.js';

export const TABLES = await readTables(OWN_SCHEMAS);

/** The errata of one revision. */
export function errataOf(revision: string): readonly Erratum[] {
  return errataIn(revision, TABLES);
}
