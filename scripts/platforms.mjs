// Installs Deno and other versions of Node, on which the tests run the built packages; the official inspector, which one of these versions
// runs; older versions of the official package, with older servers of others; and the official package of MCP Apps in several versions, with
// servers that use it; and pyright and ruff, which check packages of Python. Usage: npm run platforms
import { installApart } from './installApart.mjs';

installApart('test/platforms');
installApart('test/inspector');
installApart('test/counterparts');
installApart('test/ext-apps');
installApart('test/python/checkers');
