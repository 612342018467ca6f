/**
 * What programs with extensions need. Extensions bring it (`defineExtension`), so that programs without extensions do not load it.
 */

import type { Revision } from '@mcp-gen/runtime';
import { withExtensions } from '../server/extensionHttp.js';
import { Activity } from './activity.js';
import type { Extension } from './declaration.js';
import { extendRevision } from './extensionTables.js';
import { orderedMiddleware } from './order.js';
import { checkExtensions } from './register.js';
import { ExtensionTools } from '../server/extensionTools.js';
import { ServerExtensions } from '../server/serverExtensions.js';
import type { Engine } from './engineOf.js';

export const ENGINE: Engine = {
  check: checkExtensions,
  extend: (revision: Revision, extensions: readonly Extension[]) => extendRevision(revision, extensions),
  order: orderedMiddleware,
  http: withExtensions,
  activity: (extensions, revisions) => new Activity(extensions, revisions),
  server: (extensions, options) => new ServerExtensions(ENGINE, extensions, options),
  client: async (...given) => {
    const { ClientExtensions } = await import('../client/clientExtensions.js');
    return new ClientExtensions(ENGINE, ...given);
  },
  tools: (hooks, usual) => new ExtensionTools(hooks, usual),
};
