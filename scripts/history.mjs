// Judges every version of the draft schema in the history of the specification, and of open proposals: which stage it reaches as a
// revision, and why not the rest.
import { main } from './history/cli.mjs';

await main(process.argv.slice(2));
