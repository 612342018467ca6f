/** Stands in for a model, so that the example needs none: it knows a few sentences, and says what tools have said. */

import type { SamplingAnswer, SamplingRequest } from '@mcp-gen/sdk/host';

/** Something that was said in the conversation. */
export interface Turn {
  readonly role: 'user' | 'model' | 'tool';
  readonly text: string;
}

/** What a model does next: it calls a tool, or has something to say. */
export type Move =
  | { readonly tool: string; readonly arguments: { readonly [name: string]: unknown } }
  | { readonly tool?: undefined; readonly text: string };

/** Sentences, and the calls that they lead to. */
const SENTENCES: readonly (readonly [RegExp, (...words: string[]) => Move])[] = [
  [/weather in (\w+) on (\S+?)\?*$/i, (city, day) => ({ tool: 'weather__forecast', arguments: { city, day } })],
  [/which files? .*"(.+)"/i, (text) => ({ tool: 'files__search', arguments: { text } })],
  [/read (\S+)/i, (path) => ({ tool: 'files__read', arguments: { path } })],
  [/card/i, () => ({ tool: 'cards__write_card', arguments: {} })],
];

/** The next move in a conversation, with the names of the tools that there are. */
export function nextMove(conversation: readonly Turn[], tools: readonly string[]): Move {
  const last = conversation.at(-1);
  if (last?.role === 'tool') return { text: `Here is what I was told: ${last.text}` };
  for (const [sentence, move] of SENTENCES) {
    const [match, ...words] = sentence.exec(last?.text ?? '') ?? [];
    const call = move(...words);
    if (match !== undefined && call.tool !== undefined && tools.includes(call.tool)) return call;
  }
  return { text: `I can do nothing but ${tools.join(', ')}.` };
}

/** Writes a message for a server. Of the conversation above it knows nothing. */
export function complete({ messages }: SamplingRequest): SamplingAnswer {
  const content = messages.at(-1)?.content;
  const asked = content !== undefined && 'text' in content ? content.text : 'nothing';
  return { role: 'assistant', model: 'script', content: { type: 'text', text: `All the best! (${asked})` } };
}
