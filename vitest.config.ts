import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import ProgramsFirst from './test/support/programsFirst.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests run the sources; those that spawn programs use what `tsc -b` built in the global set-up.
    alias: [
      { find: /^@mcp-gen\/runtime$/, replacement: path('runtime/src/index.ts') },
      { find: /^@mcp-gen\/runtime\/(.*)$/, replacement: path('runtime/src/$1.ts') },
      { find: /^@mcp-gen\/sdk$/, replacement: path('sdk/src/index.ts') },
      { find: /^@mcp-gen\/sdk\/conversions$/, replacement: path('sdk/src/conversions/index.ts') },
      { find: /^@mcp-gen\/sdk\/(.*)$/, replacement: path('sdk/src/$1.ts') },
      { find: /^@mcp-gen\/auth\/(.*)$/, replacement: path('auth/src/$1.ts') },
      { find: /^@mcp-gen\/redis$/, replacement: path('redis/src/index.ts') },
      { find: /^@mcp-gen\/bind$/, replacement: path('bind/src/index.ts') },
      { find: /^@mcp-gen\/protocol\/(author|registry)\/(.*)$/, replacement: path('generated/$1/$2.ts') },
      { find: /^@mcp-gen\/protocol\/(extensions\/.*\/(?:methods|identifier))$/, replacement: path('generated/$1.ts') },
      { find: /^@mcp-gen\/protocol\/(.*)$/, replacement: path('generated/$1/index.ts') },
      { find: /^prettier$/, replacement: path('test/fixtures/prettierRemembered.mjs') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporaryRoot.ts', 'test/support/optimizeLate.ts', 'test/support/build.ts'],
    reporters: ['default', './test/support/requirementsReporter.ts', './test/support/summaryReporter.ts'],
    // Two more than cores: many tests wait, for a program to start or for time to pass.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: ProgramsFirst },
    // Files share the modules that they load, in a process a core: loading them for each file takes as long as the tests. A test leaves
    // behind no listener, no timer, and no changed global.
    isolate: false,
    // Machines that run tests are busy: what is waited for may take its time.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
