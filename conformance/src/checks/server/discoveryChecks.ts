/** Checks of how servers without sessions say what they are. */

import type { Check } from '../../check.js';
import { discoveryAndTools } from '../../offer.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf, isObject } from '../../wire/message.js';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

export const DISCOVERY_CHECKS: readonly Check[] = [
  {
    id: 'discover-result',
    rows: ['discovery-implemented', 'versioning-discovery'],
    async run(peer) {
      const connection = await peer.connection();
      const { supportedVersions, capabilities } = await connection.result('server/discover');
      const isListed = Array.isArray(supportedVersions) && supportedVersions.includes(peer.revision);
      must(isListed, `Expected ${peer.revision} among supportedVersions, got ${quoted(supportedVersions)}`);
      must(isObject(capabilities), `Expected capabilities, got ${quoted(capabilities)}`);
    },
  },
  {
    id: 'server-info',
    rows: ['base-meta-server-info', 'discovery-server-info'],
    async run(peer) {
      const connection = await peer.connection();
      for (const method of discoveryAndTools(connection)) {
        const info = fieldsOf(await connection.result(method), '_meta')[SERVER_INFO];
        const { name, version } = fieldsOf(info);
        const isNamed = typeof name === 'string' && typeof version === 'string';
        must(isNamed, `Expected ${SERVER_INFO} with name and version in the result of ${method}, got ${quoted(info)}`);
      }
    },
  },
];
