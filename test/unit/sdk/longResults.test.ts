/** Long results do not block other work of a server and a client for as long as they take. */

import { Server } from '@mcp-gen/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readJson } from '../../../runtime/src/http/client/answers.js';
import { overFetch, type ReceivedResponse } from '../../../runtime/src/http/client/receivedResponse.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';

const { parse } = JSON;

/** Counts turns of the event loop, as other work has them. */
function countTurns(): () => number {
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  onTestFinished(() => clearImmediate(next));
  return () => turns;
}

/** Calls a tool with structured content of so many characters. Returns the turns of others until the client has the result. */
async function turnsFor(characters: number, structured: boolean): Promise<number> {
  const turns = countTurns();
  let begun = 0;
  const server = new Server({ name: 'long', version: '1.0.0' });
  const output = { type: 'object', properties: { text: { type: 'string' } } } as const;
  const text = 'x'.repeat(characters);
  const handler = (): never => {
    begun = turns();
    return (structured ? { text } : text) as never;
  };
  server.tool('long', structured ? { output } : {}, handler);
  const client = await testClientUntilEnd(server);
  await client.tools().all();
  const { structuredContent } = await client.callTool('long');
  expect(structuredContent).toEqual(structured ? { text } : undefined);
  return turns() - begun;
}

test('the steps of a long result have turns of their own, in the server and in the client', async () => {
  expect(await turnsFor(1_100_000, true)).toBe((await turnsFor(1_000, true)) + 3);
  expect(await turnsFor(1_100_000, false)).toBe((await turnsFor(1_000, false)) + 2);
});

function respond(text: string): Promise<ReceivedResponse> {
  const send = overFetch(() => Promise.resolve(new Response(text)));
  return send(new URL('http://localhost'), { method: 'POST', headers: {}, signal: new AbortController().signal });
}

test('a long answer over HTTP is parsed in a turn of its own', async () => {
  const limits = { bytes: 10_000_000, values: 1_000_000, quota: undefined } as never;
  const turnsAfterParsing = async (characters: number): Promise<number> => {
    const turns = countTurns();
    const text = JSON.stringify({ text: 'x'.repeat(characters) });
    let parsed = 0;
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((...given: Parameters<typeof parse>): unknown => {
      parsed = turns();
      return parse(...given);
    });
    onTestFinished(() => spy.mockRestore());
    expect(await readJson(await respond(text), limits)).toEqual(parse(text));
    return turns() - parsed;
  };
  expect(await turnsAfterParsing(1_000)).toBe(0);
  expect(await turnsAfterParsing(1_100_000)).toBeGreaterThan(0);
});
