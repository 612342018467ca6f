import { aiSdk } from './aiSdk.js';
import { anthropic } from './anthropic.js';
import type { Api } from './api.js';
import { gemini } from './gemini.js';
import { openAi } from './openai.js';
import { openAiChat } from './openaiChat.js';

/** The APIs, by name. */
export const APIS = {
  anthropic,
  openai: openAi,
  'openai-chat': openAiChat,
  gemini,
  'ai-sdk': aiSdk,
};

/**
 * The name of an API: `anthropic` (Messages), `openai` (Responses), `openai-chat` (Chat Completions, also of other vendors), `gemini`, or
 * `ai-sdk` (the AI SDK of Vercel, versions 6 and 7).
 */
export type ModelApi = keyof typeof APIS;

/** What each API takes and returns. */
export type ModelApis = {
  [Name in ModelApi]: (typeof APIS)[Name] extends Api<infer Definitions, infer Calls, infer Result>
    ? {
        /** Definitions of tools, for a request. */
        readonly definitions: Definitions;
        /** Where a response has its calls. Other parts of it are skipped. */
        readonly calls: Calls;
        /** The result of one call, for the next request. */
        readonly result: Result;
      }
    : never;
};
