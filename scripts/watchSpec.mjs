// Writes pages about what is coming: the newest draft, a newer release, extensions, and proposals.
import { main } from './watchSpec/cli.mjs';

await main(process.argv.slice(2));
