import { brandError } from '@mcp-gen/runtime';

/** A schema is invalid or unsupported. The message says where, what was expected, and what to do. */
export class SchemaError extends TypeError {
  override readonly name = 'SchemaError';
  /** The code of this error class. */
  readonly code = 'INVALID_SCHEMA';

  static {
    brandError(this, 'SchemaError');
  }

  /** JSON Pointer to the invalid place in the schema. */
  readonly pointer: string;

  /** @param schema which schema it is, to begin the message with: `the input of tool x` */
  constructor(schema: string, pointer: string, problem: string) {
    super(`${schema}${pointer === '' ? '' : `, at ${pointer}`}: ${problem}`);
    this.pointer = pointer;
  }
}
