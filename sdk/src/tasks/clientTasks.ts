/** Tasks in clients. */

import { defineExtension } from '../extension/defineExtension.js';
import { TASKS } from './definition.js';

/** Lets a client call tools as tasks, and answer requests of servers as tasks. */
export const tasks = /* @__PURE__ */ defineExtension(TASKS, () => ({ client: {} }));
