// Lints the schemas of the specification before and after their corrections, and tells which corrections `mcp-gen lint` asks for.
import { main } from './lintHistory/cli.mjs';

await main(process.argv.slice(2));
