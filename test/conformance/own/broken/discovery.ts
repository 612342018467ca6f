/** Servers without sessions that do not say what they are. */

import { results, type Fault } from './fault.js';

const REVISION = '2026-07-28';

export const DISCOVERY_FAULTS: readonly Fault[] = [
  {
    fault: 'lists other versions than the one that it speaks',
    revision: REVISION,
    alter: results((result) => ({ ...result, supportedVersions: ['2025-11-25'] })),
    fails: { 'discover-result': /Expected 2026-07-28 among supportedVersions/ },
  },
  {
    fault: 'does not say who it is',
    revision: REVISION,
    transport: 'stdio',
    alter: results((result) => ({ ...result, _meta: {} })),
    fails: { 'server-info': /got nothing/ },
  },
];
