/** The official client of version 1 talks to a server that is written with the sdk. */

import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { SDK_SERVER } from '../support/servers.js';
import { describeFeatures } from './features.js';
import type { Pair } from './pair.js';
import { describeSessions } from './sessions.js';

const pair: Pair = { connect: connectOfficialV1, server: SDK_SERVER, ours: 'server' };

describeFeatures(pair);
// The package leaves it to applications to open a new session.
describeSessions({ ...pair, opensAnew: false });
