import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { ENTRIES } from '../../scripts/packages.mjs';

/** Resolves the packages of the project to their sources, for programs of pages. */
export const bundlePackages: Plugin = {
  name: 'packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@mcp-gen\// }, ({ path }) => {
      const entry = ENTRIES.find(({ name }) => name === path);
      return entry && { path: fileURLToPath(new URL(`../../${entry.source}`, import.meta.url)), sideEffects: false };
    }),
};
