// The one-tool echo server on our sdk, over stdio, for every revision. Calls are not limited: the others have no limits either.
import { echoServer } from './echoServer.mjs';

echoServer().serve();
