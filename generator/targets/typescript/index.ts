/** TypeScript on the runtime's contract: types, guards, tables, stubs. */

import { checkExports } from '../../emit/checkExports.js';
import { emitPlan } from '../../emit/emitProtocols.js';
import type { Target } from '../target.js';

export const typescript: Target = { name: 'typescript', checkNames: checkExports, emit: emitPlan };
