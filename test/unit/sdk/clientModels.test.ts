/** Which model a server's preferences lead to. */

import { chooseModel } from '@mcp-gen/sdk/client';
import type { ModelPreferences } from '@mcp-gen/protocol/author';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';

const MODELS = [
  { name: 'Claude-3-Sonnet', cost: 3, speed: 60, intelligence: 7 },
  { name: 'claude-3-haiku', cost: 0.25, speed: 120, intelligence: 4 },
  { name: 'claude-3-opus', cost: 15, speed: 20, intelligence: 10 },
  { name: 'gemini-pro', cost: 1, speed: 90, intelligence: 6 },
  { name: 'house-made' },
] as const;

describe('chooseModel', () => {
  test.each<{ title: string; preferences: ModelPreferences; chosen: string }>([
    { title: 'the first, where nothing is preferred', preferences: {}, chosen: 'Claude-3-Sonnet' },
    { title: 'the cheapest', preferences: { costPriority: 1 }, chosen: 'claude-3-haiku' },
    { title: 'the fastest', preferences: { speedPriority: 0.1 }, chosen: 'claude-3-haiku' },
    { title: 'the ablest', preferences: { intelligencePriority: 1 }, chosen: 'claude-3-opus' },
    {
      title: 'a balance',
      preferences: { costPriority: 0.4, intelligencePriority: 0.6, speedPriority: 0.3 },
      chosen: 'gemini-pro',
    },
    { title: 'a hint, whatever the case', preferences: { hints: [{ name: 'sonnet' }] }, chosen: 'Claude-3-Sonnet' },
    {
      title: 'the first hint that fits anything',
      preferences: { hints: [{ name: 'gpt' }, { name: 'OPUS' }, { name: 'haiku' }], costPriority: 1 },
      chosen: 'claude-3-opus',
    },
    {
      title: 'the priorities among what a hint leaves',
      preferences: { hints: [{ name: 'claude' }], speedPriority: 1 },
      chosen: 'claude-3-haiku',
    },
    {
      title: 'the priorities alone, where no hint fits',
      preferences: { hints: [{ name: 'gpt' }, {}, { name: '' }], intelligencePriority: 1 },
      chosen: 'claude-3-opus',
    },
    {
      title: 'a hint behind empty ones',
      preferences: { hints: [{ name: '' }, {}, { name: 'opus' }] },
      chosen: 'claude-3-opus',
    },
    { title: 'a model that says nothing of itself', preferences: { hints: [{ name: 'house' }] }, chosen: 'house-made' },
  ])('$title', ({ preferences, chosen }) => {
    if (preferences.hints !== undefined) covers('schema-hint-substring', 'schema-hints-in-order', 'schema-hints-first');
    expect(chooseModel(preferences, MODELS)?.name).toBe(chosen);
  });

  test('an unknown figure counts as halfway', () => {
    const models = [
      { name: 'worst', speed: 1 },
      { name: 'unknown' },
      { name: 'slow', speed: 4 },
      { name: 'best', speed: 9 },
    ];
    expect(chooseModel({ speedPriority: 1 }, models)?.name).toBe('best');
    expect(chooseModel({ speedPriority: -1 }, models)?.name).toBe('worst');
    const slow = models.slice(0, 3).map((model) => ({ ...model, cost: model.name === 'slow' ? 9 : 1 }));
    expect(chooseModel({ speedPriority: 0.9, costPriority: 0.6 }, slow)?.name).toBe('unknown');
  });

  test('without models there is none to choose', () => {
    expect(chooseModel({ hints: [{ name: 'sonnet' }] }, MODELS.slice(0, 0))).toBeUndefined();
  });
});
