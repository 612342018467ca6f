/** A value that is always treated as structured content. Created by {@link data}. */
export class DataReturn<out Value = unknown> {
  readonly #value: Value;

  /** @internal */
  constructor(value: Value) {
    this.#value = value;
  }

  /** The value. */
  get value(): Value {
    return this.#value;
  }
}

/**
 * Marks the return value of a tool as structured content, even if it looks like an array of content blocks or an object with `content`.
 *
 * @example
 * ```ts
 * import { data, Server } from '@mcp-gen/sdk';
 *
 * const server = new Server({ name: 'notes', version: '1.0.0' });
 * server.tool('find', {}, () => data({ content: ['milk', 'bread'] }));
 * ```
 */
export function data<const Value>(value: Value): DataReturn<Value> {
  return new DataReturn(value);
}
