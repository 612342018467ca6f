import type { ContentBlock, MetaObject } from '@mcp-gen/protocol/author';

/** What a result is made of. */
interface Parts {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: MetaObject | undefined;
}

/** What a tool returned, or how it failed. */
export class ToolResult {
  /** The output for a model to read, in parts. It comes from outside: look at it before a model acts on it. */
  readonly content: readonly ContentBlock[];
  /** The output for a program to read, if there is any. It fits the tool's `outputSchema`, if there is one. */
  readonly structuredContent: unknown;
  /** Whether the tool failed; `content` then says how. */
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

  /** The parts of the content that are text, a line break between them. */
  get text(): string {
    return this.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  }
}
