/** A view with our package: shows the result of its tool, and tells when it is painted. */

import { connectView } from '@mcp-gen/apps/view';

const view = await connectView({ name: 'ours', version: '1.0.0' });
view.onResult(({ structuredContent }) => globalThis.mark(structuredContent.city));
