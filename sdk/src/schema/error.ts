/** A schema that cannot be used. The message says where in it, what was expected, and what to do. */
export class SchemaError extends TypeError {
  override readonly name = 'SchemaError';
  /** JSON Pointer to the place in the schema. */
  readonly pointer: string;

  /** @param schema which schema it is, to begin the message with: `the input of tool x` */
  constructor(schema: string, pointer: string, problem: string) {
    super(`${schema}${pointer === '' ? '' : `, at ${pointer}`}: ${problem}`);
    this.pointer = pointer;
  }
}
