/** The official client of version 2 talks to a server of ours in 2026-07-28. */

import { connectStatelessOfficialV2 } from '../support/clients/officialV2Stateless.js';
import { OUR_STATELESS_SERVER } from '../support/servers.js';
import { describeStatelessFeatures } from './statelessFeatures.js';

describeStatelessFeatures({ connect: connectStatelessOfficialV2, server: OUR_STATELESS_SERVER });
