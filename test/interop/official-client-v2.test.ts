/** The official client of version 2 talks to a server of ours. */

import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { OUR_SERVER } from '../support/servers.js';
import { describeFeatures } from './features.js';
import type { Pair } from './pair.js';
import { describeSessions } from './sessions.js';

const pair: Pair = { connect: connectOfficialV2, server: OUR_SERVER, ours: 'server' };

// Whatever the server answers, the package shows the code that the stateless revisions ask for.
describeFeatures({ ...pair, resourceNotFound: -32602 });
// The package leaves it to applications to open a new session.
describeSessions({ ...pair, opensAnew: false });
