/** The same with the official package. */

import { App } from '@modelcontextprotocol/ext-apps';

const app = new App({ name: 'official', version: '1.0.0' });
app.ontoolresult = ({ structuredContent }) => globalThis.mark(structuredContent.city);
await app.connect();
