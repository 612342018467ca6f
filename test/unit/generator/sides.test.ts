/** The handlers of a side in generated code. */

import { expect, test } from 'vitest';
import { emitText } from '../../support/compileText.js';

const handlersOf = (requests: string): readonly string[] => {
  const text = emitText(
    `export interface AskRequest { method: 'ask'; params: { question: string } }
    export interface AskResult { answer: string }
    export interface PokeRequest { method: 'poke'; params: { hard: boolean } }
    export interface PokeResult { done: boolean }
    export type InputRequest = AskRequest;
    ${requests}`,
    'client',
  );
  const [, handlers = ''] = /interface ClientHandlers \{(.*?)\}/s.exec(text) ?? [];
  return [...handlers.matchAll(/(\w+\?: \w+)</g)].map(([, handler = '']) => handler);
};

test('a question inside results has a handler, beside those of requests', () => {
  expect(handlersOf('export type ServerRequest = PokeRequest;')).toEqual([
    'poke?: RequestHandler',
    'ask?: RequestHandler',
  ]);
});

test('a request that also comes inside results has one handler', () => {
  expect(handlersOf('export type ServerRequest = AskRequest | PokeRequest;')).toEqual([
    'ask?: RequestHandler',
    'poke?: RequestHandler',
  ]);
});
