// The one-tool echo server on our runtime, over stdio, serving two revisions.
import { serve } from '@mcp-gen/runtime';
import { handlers, options } from './echo.mjs';

serve(handlers, options);
