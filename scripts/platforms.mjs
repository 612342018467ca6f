// Installs Deno and other versions of Node, on which the tests run the built packages. Usage: npm run platforms
import { installApart } from './installApart.mjs';

installApart('test/platforms');
