// Judges servers and clients of the protocol with the checks of this project: npm run conformance:own -- --help
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// The command that is judged is started where the caller is.
const folder = fileURLToPath(new URL('.', import.meta.url));
await build({
  absWorkingDir: folder,
  entryPoints: { main: 'main.ts' },
  outdir: 'dist',
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
});
await import('./dist/main.js');
