// Judges servers and clients of the protocol with the checks of this project: npm run conformance:own -- --help
import { fileURLToPath } from 'node:url';
import { bundle } from '../bundle.mjs';

// The working directory stays: the command under test is started there.
await bundle(fileURLToPath(new URL('.', import.meta.url)), { main: 'main.ts' });
await import('./dist/main.js');
