/** Rows that compare libraries. */

import { rows as clientRows } from './clients.mjs';
import { rows as serverRows } from './servers.mjs';

/** The rows in which libraries are compared over each transport: those of docs/performance.md. */
export const transportRows = [...serverRows, ...clientRows];
