/** Extensions whose messages are generated for the newest revision, in programs of every revision. */

import type { TableOf } from '@mcp-gen/runtime/codegen/v1';
import { isGetSkillRequestParams, isGetSkillResult, server } from '@mcp-gen/protocol/extensions/skills';
import type { GetSkillRequestParams, GetSkillResult, Skill } from '@mcp-gen/protocol/extensions/skills';
import { Server } from '@mcp-gen/sdk';
import { defineExtension } from '@mcp-gen/sdk/extension';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { connectUntilEnd } from '../../support/untilEnd.js';

const SKILL: Skill = {
  uri: 'skill://x/SKILL.md',
  frontmatter: { name: 'x', description: 'X' },
  resources: 'dynamic',
};
const HINTS = { ttlMs: 0, cacheScope: 'private' } as const;

/** A question, whose params and answer must repeat what the request and its session say. */
interface Questions {
  'skills/confirm': { params: GetSkillRequestParams; result: GetSkillResult };
}
const client: TableOf<Questions, object> = {
  requests: {
    'skills/confirm': {
      name: 'confirmSkill',
      params: isGetSkillRequestParams,
      result: isGetSkillResult,
      ...(server.requests['skills/get'].checkParams && { checkParams: server.requests['skills/get'].checkParams }),
    },
  },
  notifications: {},
};

const library = defineExtension(
  { id: 'io.modelcontextprotocol/skills', messages: { client, server } },
  (result: object = {}) => ({
    server: {
      requests: {
        'skills/list': ({ cursor }, { progress }) => {
          progress(1);
          return { skills: cursor === undefined ? [SKILL] : [], ...HINTS, ...result };
        },
        'skills/get': async ({ uri }, _context, peer) => {
          const { skill = SKILL } = (await peer?.ask('sure', 'skills/confirm', { uri })) ?? {};
          return { skill, ...HINTS };
        },
        'resources/directory/read': undefined,
      },
    },
    client: {
      requests: {
        'skills/confirm': ({ uri }) => ({ skill: { ...SKILL, uri }, ...HINTS }),
      },
    },
  }),
);

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  'in revision %s',
  (revision) => {
    async function connected(result?: object) {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      const options = { extensions: [library(result)], revisions: [revision], onError };
      const one = new Server({ name: 'x', version: '1.0.0' }, options);
      const peer = await connectUntilEnd(inProcess(one), { extensions: [library()], onError });
      return { peer, errors };
    }

    test('neither params nor results need what the session says', async () => {
      const { peer, errors } = await connected();
      const steps: number[] = [];
      const onProgress = ({ progress }: { readonly progress: number }): void => void steps.push(progress);
      const found = peer.extension(library);
      expect(await found?.request('skills/list', {}, { onProgress })).toMatchObject({ skills: [SKILL] });
      expect(steps).toEqual([1]);
      expect(await found?.request('skills/list', { cursor: 'x' })).toMatchObject({ skills: [] });
      expect(await peer.request('skills/list', undefined as never, { table: server })).toMatchObject({
        skills: [SKILL],
      });
      expect(errors).toEqual([]);
    });

    test('neither questions nor answers need it', async () => {
      const { peer, errors } = await connected();
      const uri = 'skill://y/SKILL.md';
      expect(await peer.extension(library)?.request('skills/get', { uri })).toMatchObject({ skill: { uri } });
      expect(errors).toEqual([]);
    });

    test('metadata that is not an object is refused, or replaced by that of every request', async () => {
      const { peer } = await connected();
      const request = peer.extension(library)?.request('skills/list', { _meta: 'text' } as never);
      const outcome = await request?.then(
        () => 'replaced',
        (error: unknown) => (error as Error).message,
      );
      const isStateless = revision === '2026-07-28';
      expect(outcome).toContain(isStateless ? 'replaced' : 'The params of skills/list are invalid');
    });

    test('what is invalid is refused', async () => {
      const { peer, errors } = await connected({ skills: [{}] });
      const found = peer.extension(library);
      await expect(found?.request('skills/list', { cursor: 1 } as never)).rejects.toThrow('skills/list');
      await expect(found?.request('skills/list', {})).rejects.toMatchObject({ code: -32603 });
      expect(errors).toHaveLength(1);
    });
  },
);
