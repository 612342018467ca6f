/** The official client of version 1 talks to a server of ours. */

import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { OUR_SERVER } from '../support/servers.js';
import { describeFeatures } from './features.js';
import type { Pair } from './pair.js';
import { describeSessions } from './sessions.js';

const pair: Pair = { connect: connectOfficialV1, server: OUR_SERVER, ours: 'server' };

describeFeatures(pair);
// The package leaves it to applications to open a new session.
describeSessions({ ...pair, opensAnew: false });
