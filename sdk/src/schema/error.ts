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
   * Whether it is why nothing can be checked with the schema: an unsupported dialect, or an external reference.
   *
   * @internal
   */
  readonly isUnresolved: boolean;

  /** @param schema names the schema at the start of the message: `the input of tool x` */
  constructor(schema: string, pointer: string, problem: string, isUnresolved = false) {
    super(`${schema}${pointer === '' ? '' : `, at ${pointer}`}: ${problem}`);
    this.pointer = pointer;
    this.isUnresolved = isUnresolved;
  }
}
