/** Sampling messages, for revisions in which each message has one block. */

import type {
  AudioContent,
  CreateMessageRequestParams,
  CreateMessageResult,
  ImageContent,
  SamplingMessage,
  SamplingMessageContentBlock,
  TextContent,
  ToolResultContent,
} from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './conversionContext.js';
import { without } from '../properties.js';
import { plainTool, type PlainTool } from './schemas.js';

/** The blocks of sampling messages before tools were added. */
export type BasicBlock = TextContent | ImageContent | AudioContent;

/** Converts one block; `pointer` is its location. */
type BlockConversion<Block> = (block: SamplingMessageContentBlock, pointer: string, context: Context) => Block;
/** A message with other content. */
type With<Message, Content> = Omit<Message, 'content'> & { content: Content };

/** Returns conversions for messages with one block. */
export function singleBlock<Block>(convert: BlockConversion<Block>) {
  const message = <Message extends SamplingMessage>(
    { content, ...rest }: Message,
    pointer: string,
    context: Context,
  ): With<Message, Block> => ({ ...rest, content: only(content, `${pointer}/content`, convert, context) });
  return {
    /** Converts the params of a request. */
    params: (params: CreateMessageRequestParams, context: Context) => ({
      ...params,
      messages: params.messages.map((each, index) => message(each, `/messages/${index}`, context)),
    }),
    /** Converts the result. */
    result: (result: CreateMessageResult, context: Context) => message(result, '', context),
  };
}

/** Converts a block for a revision without tools in sampling. */
export function withoutTools(block: SamplingMessageContentBlock, pointer: string, context: Context): BasicBlock {
  if (block.type !== 'tool_use' && block.type !== 'tool_result') return block;
  const what = block.type === 'tool_use' ? 'a tool use' : 'a tool result';
  throw context.notExpressible(pointer, what, 'sampling does not support tools');
}

/** Converts a block for a revision without tools in sampling and without audio. */
export function withoutToolsAndAudio(
  block: SamplingMessageContentBlock,
  pointer: string,
  context: Context,
): Exclude<BasicBlock, AudioContent> {
  const rest = withoutTools(block, pointer, context);
  if (rest.type !== 'audio') return rest;
  throw context.notExpressible(pointer, 'audio', 'sampling supports text and images');
}

/** A block whose structured content, if any, is an object. */
export type PlainBlock =
  | Exclude<SamplingMessageContentBlock, ToolResultContent>
  | (Omit<ToolResultContent, 'structuredContent'> & { structuredContent?: { [key: string]: unknown } });

/** Converts the params of a request: structured content must be an object, and tools must have schemas of objects. */
export function plainParams(
  params: CreateMessageRequestParams,
  context: Context,
): Omit<CreateMessageRequestParams, 'messages' | 'tools'> & {
  messages: With<SamplingMessage, PlainBlock | PlainBlock[]>[];
  tools?: PlainTool[];
} {
  const { tools: list, messages, ...rest } = params;
  return {
    ...rest,
    messages: messages.map((message, index) => plainMessage(message, `/messages/${index}`, context)),
    ...(list && { tools: list.map((tool, index) => plainTool(tool, `/tools/${index}`, context)) }),
  };
}

/** Converts a message: structured content must be an object. */
export function plainMessage<Message extends SamplingMessage>(
  { content, ...rest }: Message,
  pointer: string,
  context: Context,
): With<Message, PlainBlock | PlainBlock[]> {
  const place = `${pointer}/content`;
  const plain = Array.isArray(content)
    ? content.map((block, index) => plainBlock(block, `${place}/${index}`, context))
    : plainBlock(content, place, context);
  return { ...rest, content: plain };
}

function plainBlock(block: SamplingMessageContentBlock, pointer: string, context: Context): PlainBlock {
  if (block.type !== 'tool_result') return block;
  const { structuredContent } = block;
  const rest = without(block, 'structuredContent');
  if (structuredContent === undefined) return rest;
  if (isObject(structuredContent)) return { ...rest, structuredContent: { ...structuredContent } };
  context.lost(`${pointer}/structuredContent`, 'structured content that is not an object');
  return rest;
}

function only<Block>(
  content: SamplingMessage['content'],
  pointer: string,
  convert: BlockConversion<Block>,
  context: Context,
): Block {
  if (!Array.isArray(content)) return convert(content, pointer, context);
  const [first, ...others] = content;
  if (first && others.length === 0) return convert(first, `${pointer}/0`, context);
  const what = first ? 'a message with several blocks' : 'a message without a block';
  throw context.notExpressible(pointer, what, 'a sampling message has exactly one block');
}
