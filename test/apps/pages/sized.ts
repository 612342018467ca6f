/** A view that does nothing but tell its size. */

import { connectView } from '@mcp-gen/apps/view';

await connectView({ name: 'sized', version: '1.0.0' });
