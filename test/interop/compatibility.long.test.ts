/**
 * Clients and servers of one revision, and of all of them, over each transport: what they have in common works, and where that is
 * nothing, the client says so (specification, 2026-07-28: Versioning, Compatibility Matrix). Through a bridge, every client uses every server.
 */

import { fileURLToPath } from 'node:url';
import { serveHttp as serveHandlers } from '@mcp-gen/runtime/http/server';
import { bridge } from '@mcp-gen/sdk/bridge';
import type { Target } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SUPPORTED_REVISIONS, type SupportedRevision } from '../../sdk/src/revisions.js';
import { everyFeature } from '../support/everyFeature.mjs';
import { openClient, useAll } from './useAll.js';

type Which = SupportedRevision | 'all';
const WHICH: readonly Which[] = [...SUPPORTED_REVISIONS, 'all'];
const revisionsOf = (which: Which): readonly SupportedRevision[] => (which === 'all' ? SUPPORTED_REVISIONS : [which]);

const TRANSPORTS: { readonly [name: string]: (which: Which) => Target | Promise<Target> } = {
  memory: (which) => inProcess(everyFeature(revisionsOf(which))),
  async http(which) {
    const service = await serveHttp(everyFeature(revisionsOf(which)), { port: 0, shutdownTimeout: 100 });
    onTestFinished(() => service.close());
    return service.url;
  },
  stdio: (which) => programOf(which),
};

function programOf(which: Which): readonly string[] {
  const program = fileURLToPath(new URL('../support/everyFeature.mjs', import.meta.url));
  return [process.execPath, program, ...(which === 'all' ? [] : [which])];
}

describe.each(Object.keys(TRANSPORTS))('over %s', (transport) => {
  const targetOf = TRANSPORTS[transport] as (which: Which) => Target | Promise<Target>;

  describe.each(WHICH)('a server of %s', (serves) => {
    test.each(WHICH)('and a client of %s', async (speaks) => {
      vi.setConfig({ testTimeout: 30_000 });
      const common = revisionsOf(speaks).filter((id) => revisionsOf(serves).includes(id));
      const target = await targetOf(serves);
      const newest = common.at(-1);
      if (newest === undefined) {
        await expect(openClient(target, revisionsOf(speaks))).rejects.toMatchObject({ name: 'NegotiationError' });
        return;
      }
      const opened = await openClient(target, revisionsOf(speaks));
      expect(opened.client.revision).toBe(newest);
      await useAll(opened, { revision: newest });
    });
  });
});

const PAIRS = SUPPORTED_REVISIONS.flatMap((serves) => SUPPORTED_REVISIONS.map((speaks) => [serves, speaks] as const));

/** Bridges in front of a server of one revision. */
const BRIDGES: { readonly [name: string]: (serves: SupportedRevision) => Promise<Target> } = {
  async http(serves) {
    const service = bridge((await TRANSPORTS['http']?.(serves)) ?? '', { onError: () => undefined });
    onTestFinished(() => service.close());
    const served = await serveHandlers(service.handlers, { ...service.options, port: 0, shutdownTimeout: 100 });
    onTestFinished(() => served.close());
    return served.url;
  },
  stdio: (serves) => {
    const program = fileURLToPath(new URL('../../bridge/dist/bin.js', import.meta.url));
    return Promise.resolve([process.execPath, program, '--', ...programOf(serves)]);
  },
};

describe.each(Object.keys(BRIDGES))('through a bridge over %s', (transport) => {
  // Each cell over stdio is two processes: one for each server, and each client once, is enough beside all cells over HTTP.
  const pairs = PAIRS.filter((_, at) => transport === 'http' || at % (SUPPORTED_REVISIONS.length - 1) === 0);

  test.each(pairs)('a server of %s and a client of %s', { timeout: 60_000 }, async (serves, speaks) => {
    const opened = await openClient((await BRIDGES[transport]?.(serves)) ?? '', [speaks]);
    expect(opened.client.revision).toBe(speaks);
    await useAll(opened, { revision: serves });
  });
});
