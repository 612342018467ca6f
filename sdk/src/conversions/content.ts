/** Content blocks, for revisions with fewer kinds of them. */

import type {
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  PromptMessage,
  ResourceLink,
  TextContent,
} from '@mcp-gen/protocol/author';
import type { Context } from './conversionContext.js';

/** Converts one block; `pointer` is its location. */
export type BlockConversion<Block> = (block: ContentBlock, pointer: string, context: Context) => Block;

/** The blocks of revisions without resource links. */
export type LinklessBlock = Exclude<ContentBlock, ResourceLink>;

/** The blocks of revisions without audio. */
export type SilentBlock = TextContent | ImageContent | EmbeddedResource;

/** Converts resource links to text. */
export function withoutLinks(block: ContentBlock, pointer: string, context: Context): LinklessBlock {
  return block.type === 'resource_link' ? linkAsText(block, pointer, context) : block;
}

/** Converts resource links to text, and audio to embedded resources. */
export function withoutAudio(block: ContentBlock, pointer: string, context: Context): SilentBlock {
  const rest = withoutLinks(block, pointer, context);
  return rest.type === 'audio' ? audioAsResource(rest, pointer, context) : rest;
}

/** Converts the blocks of a result. */
export function blocks<Block>(
  content: readonly ContentBlock[],
  convert: BlockConversion<Block>,
  context: Context,
): Block[] {
  return content.map((block, index) => convert(block, `/content/${index}`, context));
}

/** Converts the messages of a prompt. */
export function promptMessages<Block>(
  messages: readonly PromptMessage[],
  convert: BlockConversion<Block>,
  context: Context,
): (Omit<PromptMessage, 'content'> & { content: Block })[] {
  return messages.map(({ content, ...message }, index) => ({
    ...message,
    content: convert(content, `/messages/${index}/content`, context),
  }));
}

function linkAsText(link: ResourceLink, pointer: string, context: Context): TextContent {
  const { title, name, uri, annotations } = link;
  context.lost(pointer, 'a resource link, sent as text');
  return { type: 'text', text: `${title ?? name}: ${uri}`, ...(annotations && { annotations }) };
}

function audioAsResource(audio: AudioContent, pointer: string, context: Context): EmbeddedResource {
  const { data, mimeType, annotations } = audio;
  context.lost(pointer, 'audio, sent as an embedded resource');
  const resource = { uri: `urn:uuid:${context.newId()}`, mimeType, blob: data };
  return { type: 'resource', resource, ...(annotations && { annotations }) };
}
