/** Messages of sampling, for revisions in which each has one block. */

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
import type { Context } from './context.js';
import { without } from './without.js';
import { plainTool, type PlainTool } from './schemas.js';

/** What a message of sampling is made of, before tools came. */
export type SpokenBlock = TextContent | ImageContent | AudioContent;

/** Converts one block; the pointer is its place. */
type BlockConversion<Block> = (block: SamplingMessageContentBlock, pointer: string, context: Context) => Block;
/** A message with other content. */
type With<Message, Content> = Omit<Message, 'content'> & { content: Content };

/** What says a message with one block. */
export function singleBlock<Block>(convert: BlockConversion<Block>) {
  const message = <Message extends SamplingMessage>(
    { content, ...rest }: Message,
    pointer: string,
    context: Context,
  ): With<Message, Block> => ({ ...rest, content: only(content, `${pointer}/content`, convert, context) });
  return {
    /** The params of a request. */
    params: (params: CreateMessageRequestParams, context: Context) => ({
      ...params,
      messages: params.messages.map((each, index) => message(each, `/messages/${index}`, context)),
    }),
    /** The result. */
    result: (result: CreateMessageResult, context: Context) => message(result, '', context),
  };
}

/** A content block of a revision without tools in sampling. */
export function withoutTools(block: SamplingMessageContentBlock, pointer: string, context: Context): SpokenBlock {
  if (block.type !== 'tool_use' && block.type !== 'tool_result') return block;
  const what = block.type === 'tool_use' ? 'the use of a tool' : 'the result of a tool';
  throw context.notExpressible(pointer, what, 'there are no tools in sampling');
}

/** A block, where there are neither tools nor audio. */
export function withoutToolsAndAudio(
  block: SamplingMessageContentBlock,
  pointer: string,
  context: Context,
): Exclude<SpokenBlock, AudioContent> {
  const rest = withoutTools(block, pointer, context);
  if (rest.type !== 'audio') return rest;
  throw context.notExpressible(pointer, 'audio', 'messages of sampling are texts and images');
}

/** A block whose structured content is an object, if it has any. */
export type PlainBlock =
  | Exclude<SamplingMessageContentBlock, ToolResultContent>
  | (Omit<ToolResultContent, 'structuredContent'> & { structuredContent?: { [key: string]: unknown } });

/** The params of a request, where structured content is an object and tools have the schemas of objects. */
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

/** A message, where structured content is an object. */
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
  context.lost(`${pointer}/structuredContent`, 'structured content that is no object');
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
  const what = first ? 'a message of several blocks' : 'a message without a block';
  throw context.notExpressible(pointer, what, 'a message of sampling has exactly one');
}
