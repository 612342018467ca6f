/**
 * Tools in the formats that the APIs of models and agent frameworks take, and results in the formats that they take back.
 *
 * @module
 */

export {
  type ModelApi,
  type ModelApis,
  type ModelTools,
  type SourceTool,
  type SourceTools,
  toolsFor,
  type ToolSource,
} from './models/toolsFor.js';
export type { AiSdkCall, AiSdkOutput, AiSdkResult, AiSdkTool } from './models/apis/aiSdk.js';
export type { AnthropicBlock, AnthropicPart, AnthropicResult, AnthropicTool } from './models/apis/anthropic.js';
export type { GeminiCall, GeminiResult, GeminiTool } from './models/apis/gemini.js';
export type {
  OpenAiChatCall,
  OpenAiChatResult,
  OpenAiChatTool,
  OpenAiItem,
  OpenAiPart,
  OpenAiResult,
  OpenAiTool,
} from './models/apis/openai.js';
export type { ModelSchema } from './models/modelSchema.js';
export type { ModelToolLoss } from './models/modelTool.js';
export type { CallOutcome } from './models/callOutcome.js';
