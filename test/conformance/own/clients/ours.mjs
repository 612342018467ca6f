// The client of the suite on the sdk of this project, as a program.
import { run } from './oursClient.mjs';
import { command, revision, scenario, url } from './told.mjs';

await run({ scenario, revision, ...(url === undefined ? { command } : { url }) }, console.log);
