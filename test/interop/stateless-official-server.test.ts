/** Our client talks to a server on version 2 of the official package in 2026-07-28. */

import { connectSdkClient } from '../support/clients/sdk.js';
import { OFFICIAL_STATELESS_SERVER } from '../support/servers.js';
import { describeStatelessFeatures } from './statelessFeatures.js';

describeStatelessFeatures({ connect: connectSdkClient, server: OFFICIAL_STATELESS_SERVER });
