/** What the specification asks for in basic/transports. */

import { APPLICATION } from './open.js';
import { SESSIONS_SINCE_2025_03_26, WITH_SESSIONS, type Requirement } from './requirement.js';

export const TRANSPORTS = [
  {
    id: 'transports-utf8',
    must: true,
    revisions: SESSIONS_SINCE_2025_03_26,
    section: 'Transports, Encoding',
    text: 'Messages are encoded as UTF-8.',
    side: 'both',
  },
  {
    id: 'transports-stdio-supported',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Transports, Encoding',
    text: 'A client can use stdio where that is possible at all.',
    side: 'client',
  },
  {
    id: 'transports-stdio-lines',
    must: true,
    revisions: WITH_SESSIONS,
    section: 'Transports, stdio',
    text: 'A message over stdio is one line, without line breaks inside.',
    side: 'both',
  },
  {
    id: 'transports-stdio-stdout',
    must: true,
    revisions: WITH_SESSIONS,
    section: 'Transports, stdio',
    text: 'Messages are all that a server writes to its standard output.',
    side: 'server',
  },
  {
    id: 'transports-stdio-stdin',
    must: true,
    revisions: WITH_SESSIONS,
    section: 'Transports, stdio',
    text: "Messages are all that a client writes to a server's standard input.",
    side: 'client',
  },
  {
    id: 'transports-stdio-stderr',
    must: false,
    revisions: ['2025-11-25'],
    section: 'Transports, stdio',
    text: 'A client does not take output on stderr for a failure.',
    side: 'client',
  },
  {
    id: 'transports-custom-messages',
    must: true,
    revisions: WITH_SESSIONS,
    section: 'Transports, Custom Transports',
    text: "A transport of one's own keeps the format of messages and the lifecycle.",
    side: 'both',
  },
  {
    id: 'transports-custom-documented',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Transports, Custom Transports',
    text: "A transport of one's own is documented: how a connection opens, and how messages are exchanged.",
    side: 'both',
    open: APPLICATION,
  },
] as const satisfies readonly Requirement[];
