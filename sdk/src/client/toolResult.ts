import type { ContentBlock, MetaObject } from '@mcp-gen/protocol/author';
import { sanitize } from '../guard/index.js';

/** The properties of a result. */
interface Parts {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: MetaObject | undefined;
}

/** The result of a tool, or its failure. */
export class ToolResult {
  /** The output for a model, in parts. It is untrusted: inspect it before a model acts on it. */
  readonly content: readonly ContentBlock[];
  /** The output for a program, if any. It matches the tool's `outputSchema`, if there is one. */
  readonly structuredContent: unknown;
  /** Whether the tool failed; `content` then describes the failure. */
  readonly isError: boolean;
  /** Free-form metadata. */
  readonly _meta: MetaObject | undefined;

  /** @internal */
  constructor({ content, structuredContent, isError = false, _meta }: Parts) {
    this.content = content;
    this.structuredContent = structuredContent;
    this.isError = isError;
    this._meta = _meta;
  }

  /** The text parts of the content, joined by line breaks. */
  get text(): string {
    return this.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  }
}

/** Sanitizes the result of a tool, for models and users. */
export function plainResult({ content, structuredContent, isError, _meta }: ToolResult): ToolResult {
  return new ToolResult(sanitize({ content, structuredContent, isError, _meta }));
}
