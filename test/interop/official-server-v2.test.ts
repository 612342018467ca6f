/** Our client talks to a server on version 2 of the official package. */

import { connectOurClient } from '../support/clients/ours.js';
import { SDK_V2_SERVER } from '../support/servers.js';
import { describeFeatures } from './features.js';
import type { Pair } from './pair.js';
import { describeSessions } from './sessions.js';

const pair: Pair = { connect: connectOurClient, server: SDK_V2_SERVER, ours: 'client' };

// In every revision the package answers with the code that the stateless revisions ask for.
describeFeatures({ ...pair, resourceNotFound: -32602 });
describeSessions({ ...pair, opensAnew: true });
