/**
 * The interfaces by which schema libraries can be used without knowing them: Standard Schema 1.1, which validates, and Standard
 * JSON Schema, by which a schema states itself. See https://standardschema.dev.
 */

/** A schema of a library that can check values and say what it takes as JSON Schema: zod, arktype, valibot, and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What the library tells of it. */
  readonly '~standard': StandardProps<Input, Output>;
}

/** What a library tells of one of its schemas. */
export interface StandardProps<Input = unknown, Output = Input> {
  /** The version of Standard Schema. */
  readonly version: 1;
  /** The name of the library. */
  readonly vendor: string;
  /** Checks a value, and gives what the schema makes of it. */
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** States the schema as JSON Schema. */
  readonly jsonSchema: StandardJsonSchema;
  /** There at compile time alone. */
  readonly types?: StandardTypes<Input, Output> | undefined;
}

/** The types of the values of a schema. */
export interface StandardTypes<Input, Output> {
  /** What it takes. */
  readonly input: Input;
  /** What it makes of that. */
  readonly output: Output;
}

/** States a schema as JSON Schema. Throws if JSON Schema cannot express it. */
export interface StandardJsonSchema {
  /** What it takes. */
  readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
  /** What it makes of that. */
  readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
}

/** The value as the schema made it, or what is wrong with it. */
export type StandardResult<Output> = StandardSuccess<Output> | StandardFailure;

/** A value that fits its schema. */
export interface StandardSuccess<Output> {
  /** The value, as the schema made it. */
  readonly value: Output;
  /** Nothing is wrong. */
  readonly issues?: undefined;
}

/** A value that does not fit its schema. */
export interface StandardFailure {
  /** What is wrong with it. */
  readonly issues: readonly StandardIssue[];
}

/** One thing that is wrong, and the keys that lead to it. */
export interface StandardIssue {
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** Where: the keys from the value to the place. Default: the value itself. */
  readonly path?: readonly (PropertyKey | StandardPathSegment)[] | undefined;
}

/** A key on the way to what is wrong, as some libraries have it. */
export interface StandardPathSegment {
  /** The key. */
  readonly key: PropertyKey;
}

/** Whether a value is a schema of a library. Some libraries make functions of them. */
export function isOfLibrary(value: unknown): value is { readonly '~standard': Partial<StandardProps> } {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    '~standard' in value &&
    typeof value['~standard'] === 'object' &&
    value['~standard'] !== null
  );
}
