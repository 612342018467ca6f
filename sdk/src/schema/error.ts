import { brandError } from '@mcp-gen/runtime';

/** A schema is invalid or unsupported. The message has the location, the expected value, and what to do. */
export class SchemaError extends TypeError {
  override readonly name = 'SchemaError';
  /** The error code of this class. */
  readonly code = 'INVALID_SCHEMA';

  static {
    brandError(this, 'SchemaError');
  }

  /** JSON Pointer to the invalid location in the schema. */
  readonly pointer: string;

  /**
   * What the schema has that is valid, and cannot be used here: an unsupported dialect, or an external reference. Default: nothing.
   *
   * @internal
   */
  readonly unsupported: 'dialect' | 'reference' | undefined;

  /** @param schema names the schema at the start of the message: `the input of tool x` */
  constructor(schema: string, pointer: string, problem: string, unsupported?: 'dialect' | 'reference') {
    super(`${schema}${pointer === '' ? '' : `, at ${pointer}`}: ${problem}`);
    this.pointer = pointer;
    this.unsupported = unsupported;
  }
}
