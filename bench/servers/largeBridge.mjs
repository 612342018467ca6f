// A bridge to a URL: `node largeBridge.mjs <checkout> <url>`.
import { importFrom } from './importFrom.mjs';
import './tellPauses.mjs';

const [checkout, target] = process.argv.slice(2);
const { bridge } = await importFrom(checkout, '@mcp-gen/sdk/bridge');
const { serveHttp } = await importFrom(checkout, '@mcp-gen/runtime/http/server');
const { handlers, options } = bridge(target);
const { url } = await serveHttp(handlers, { ...options, port: 0 });
console.log(url);
