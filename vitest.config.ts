import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { ENTRIES } from './scripts/packages.mjs';
import { watchedFields } from './test/support/leftovers/watchedFields.js';
import { EXCLUDED } from './test/support/longTests.js';
import Sequencer from './test/support/sequencer.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  plugins: [watchedFields()],
  resolve: {
    // Tests run the sources; those that run programs use what is built before them (see test/support/build.ts).
    alias: [
      ...ENTRIES.map(({ name, source }) => ({ find: new RegExp(`^${name}$`), replacement: path(source) })),
      { find: /^prettier$/, replacement: path('test/fixtures/prettierRemembered.mjs') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...EXCLUDED],
    globalSetup: ['test/support/temporaryRoot.ts', 'test/support/optimizeLate.ts'],
    setupFiles: ['test/support/leftovers/everywhere.ts'],
    reporters: ['default', './test/support/requirementsReporter.ts', './test/support/summaryReporter.ts'],
    // Two more than cores: many tests wait, for a program to start or for time to pass.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: Sequencer },
    // Files share the modules that they load, in a process a core: loading them for each file takes as long as the tests. A test leaves
    // behind no listener, no timer, and no changed global.
    isolate: false,
    // What is compiled for one run is there for the next, so that one file runs within three seconds. A clean clone would only write it.
    experimental: {
      fsModuleCache: process.env['CI'] === undefined,
      fsModuleCachePath: path('node_modules/.cache/mcp-gen/vitest'),
    },
    // Machines that run tests are busy: what is waited for may take its time.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
