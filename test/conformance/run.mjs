// Lets the official conformance suite judge a server and a client of the sdk, in every revision that all of them support.
// Usage: npm run conformance [-- [--revision <revision>] [--scenario <part of a name>] [--nodes] [--core] [--json] [--readme]]
//        npm run conformance -- --tier [--revision <revision>]
// --nodes tests two processes of the server behind a proxy, with Redis, and no client. Needs redis-server.
// --core leaves out the scenarios of extensions, and does not say which scenarios are required.
// Exit codes: 0 all passed, 1 something failed, 2 wrong usage. --tier prints a report, and exits with 0 whatever the tier is.
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

process.chdir(fileURLToPath(new URL('.', import.meta.url)));
await bundle(process.cwd(), {
  main: 'main.ts',
  client: 'client.ts',
  server: 'server/main.ts',
  nodes: 'server/nodes.ts',
  github: 'github.ts',
});
await import('./dist/main.js');
