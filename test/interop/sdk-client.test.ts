/** The client of the sdk talks to a server on version 2 of the official package. */

import { connectSdkClient } from '../support/clients/sdk.js';
import { SDK_V2_SERVER } from '../support/servers.js';
import { describeConversations } from './conversations.js';

// In every revision the package answers with the code that the stateless revisions ask for.
describeConversations({ connect: connectSdkClient, server: SDK_V2_SERVER, ours: 'client', resourceNotFound: -32602 });
