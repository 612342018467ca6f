/** What the specification asks for in basic/utilities/ping. */

import { WITH_SESSIONS, type Requirement } from './requirement.js';

export const PING = [
  {
    id: 'ping-answered',
    must: true,
    revisions: WITH_SESSIONS,
    section: 'Ping, Behavior Requirements',
    text: 'A ping is answered at once, with an empty result.',
    side: 'both',
  },
  {
    id: 'ping-periodic',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Ping, Implementation Considerations',
    text: 'A side pings now and then to learn whether the other is there.',
    side: 'both',
  },
  {
    id: 'ping-frequency',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Ping, Implementation Considerations',
    text: 'How often is for the user to set.',
    side: 'both',
  },
  {
    id: 'ping-timeout',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Ping, Implementation Considerations',
    text: 'How long a ping waits fits the network.',
    side: 'both',
  },
  {
    id: 'ping-sparing',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Ping, Implementation Considerations',
    text: 'Pings are few enough not to burden the network.',
    side: 'both',
  },
  {
    id: 'ping-failure',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Ping, Error Handling',
    text: 'A ping without an answer counts as a broken connection.',
    side: 'both',
  },
  {
    id: 'ping-failure-logged',
    must: false,
    revisions: WITH_SESSIONS,
    section: 'Ping, Error Handling',
    text: 'A ping that fails leaves a trace in the log.',
    side: 'both',
  },
] as const satisfies readonly Requirement[];
