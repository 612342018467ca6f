/** The official client of version 2 talks to a server that is written with the sdk. */

import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { SDK_SERVER } from '../support/servers.js';
import { describeConversations } from './conversations.js';

// Whatever the server answers, the package shows the code that the stateless revisions ask for.
describeConversations({ connect: connectOfficialV2, server: SDK_SERVER, ours: 'server', resourceNotFound: -32602 });
