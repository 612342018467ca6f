/** Checks of how sessions are opened. */

import type { Check } from '../../check.js';
import { hasSessions, CHECKED_REVISIONS } from '../../revisions.js';
import { must, notApplicable, quoted } from '../../violation.js';
import { introduction } from '../../wire/claims.js';
import { fieldsOf, isObject } from '../../wire/message.js';

/** A version that no server has. */
const UNKNOWN = '1999-12-31';

export const LIFECYCLE_CHECKS: readonly Check[] = [
  {
    id: 'initialize-result',
    rows: ['lifecycle-server-introduces-itself', 'base-lifecycle-supported'],
    async run(peer) {
      const { introduction: said } = await peer.open();
      must(isObject(said['capabilities']), `Expected capabilities in the answer to initialize, got ${quoted(said)}`);
      const { name, version } = fieldsOf(said, 'serverInfo');
      const isNamed = typeof name === 'string' && typeof version === 'string';
      must(isNamed, `Expected serverInfo with name and version, got ${quoted(said['serverInfo'])}`);
    },
  },
  {
    id: 'server-waits',
    rows: ['lifecycle-server-waits'],
    async run(peer) {
      const connection = await peer.start();
      await connection.initialize(introduction(peer.revision, connection.capabilities));
      await new Promise((resolve) => setTimeout(resolve, connection.timing.quiet * 2));
      const early = connection.received
        .map(({ message }) => message['method'])
        .find((method) => method !== undefined && method !== 'ping' && method !== 'notifications/message');
      must(early === undefined, `Expected nothing but pings and log messages before initialized, got ${quoted(early)}`);
    },
  },
  {
    id: 'version-agreed',
    rows: ['lifecycle-version-agreed'],
    async run(peer) {
      const connection = await peer.start();
      const said = await connection.initialize(introduction(peer.revision, connection.capabilities));
      const { protocolVersion } = said.result ?? {};
      must(protocolVersion === peer.revision, `Asked for ${peer.revision}, answered with ${quoted(protocolVersion)}`);
    },
  },
  {
    id: 'version-other',
    rows: ['lifecycle-version-other'],
    async run(peer) {
      const connection = await peer.start();
      const { result, error } = await connection.initialize(introduction(UNKNOWN, connection.capabilities));
      must(result !== undefined, `Asked for ${UNKNOWN}, expected another version, got ${quoted(error)}`);
      const other = result['protocolVersion'];
      must(typeof other === 'string' && other !== UNKNOWN, `Asked for ${UNKNOWN}, answered with ${quoted(other)}`);
      const second = await peer.start();
      const again = await second.initialize(introduction(other, second.capabilities));
      const agreed = again.result?.['protocolVersion'];
      must(agreed === other, `The server names ${other}, and answers a request for it with ${quoted(agreed)}`);
    },
  },
  {
    id: 'version-newest',
    rows: ['lifecycle-version-newest-answered'],
    async run(peer) {
      const ask = async (version: string): Promise<unknown> => {
        const connection = await peer.start();
        const { result } = await connection.initialize(introduction(version, connection.capabilities));
        await connection.close();
        return result?.['protocolVersion'];
      };
      const answered = await ask(UNKNOWN);
      const known = CHECKED_REVISIONS.filter(hasSessions);
      const at = known.findIndex((id) => id === answered);
      if (at < 0) notApplicable(`The server answers with ${quoted(answered)}, which the suite does not know`);
      for (const newer of known.slice(at + 1)) {
        const agreed = await ask(newer);
        must(agreed !== newer, `The server answers with ${quoted(answered)}, and speaks ${newer}`);
      }
    },
  },
];
