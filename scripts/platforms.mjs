// Installs Deno and other versions of Node, on which the tests run the built packages, and the official inspector, which one of these
// versions runs. Usage: npm run platforms
import { installApart } from './installApart.mjs';

installApart('test/platforms');
installApart('test/inspector');
