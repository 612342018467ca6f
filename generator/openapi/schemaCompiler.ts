/** The compiler of JSON Schemas that servers run. A tool whose schema it refuses would keep a whole server from starting. */

/** Checks a value. Returns a message for each place that does not match; none if the value is valid. */
export type Check = (value: unknown) => readonly { readonly message: string }[];

/** Compiles a schema. @throws {Error} what is wrong with a schema that is invalid, unsupported, or too large */
export type CompileSchema = (schema: object, what?: string) => Check;

/** Built from the sources of the SDK, so that this package needs no other one. */
const COMPILER = new URL('../../dist/jsonSchema.js', import.meta.url);

/** Loads the compiler. */
export async function loadCompiler(): Promise<CompileSchema> {
  const { compileJsonSchema } = (await import(COMPILER.href)) as { readonly compileJsonSchema: CompileSchema };
  return compileJsonSchema;
}

/** Returns why servers refuse a schema; undefined if they accept it. */
export function refusalOf(schema: object, compile: CompileSchema): string | undefined {
  try {
    compile(schema, 'it');
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^it(?:, at |: )/, '');
  }
}
