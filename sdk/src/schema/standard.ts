/**
 * The interfaces that schema libraries implement: Standard Schema 1.1 for validation, and Standard JSON Schema for conversion to JSON
 * Schema. See https://standardschema.dev.
 */

/** A schema of a library that can check values and convert itself to JSON Schema: zod, arktype, valibot, and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The properties that the library defines. */
  readonly '~standard': StandardProps<Input, Output>;
}

/** The properties that a library defines for a schema. */
export interface StandardProps<Input = unknown, Output = Input> {
  /** The version of Standard Schema. */
  readonly version: 1;
  /** The name of the library. */
  readonly vendor: string;
  /** Checks a value, and returns the output of the schema. */
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** Converts the schema to JSON Schema. */
  readonly jsonSchema: StandardJsonSchema;
  /** Exists only at compile time. */
  readonly types?: StandardTypes<Input, Output> | undefined;
}

/** The types of the values of a schema. */
export interface StandardTypes<Input, Output> {
  /** The input type. */
  readonly input: Input;
  /** The output type. */
  readonly output: Output;
}

/** Converts a schema to JSON Schema. Throws if JSON Schema cannot express it. */
export interface StandardJsonSchema {
  /** Returns the schema of the input. */
  readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
  /** Returns the schema of the output. */
  readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
}

/** The output value of the schema, or its issues. */
export type StandardResult<Output> = StandardSuccess<Output> | StandardFailure;

/** A value that matches its schema. */
export interface StandardSuccess<Output> {
  /** The output value of the schema. */
  readonly value: Output;
  /** Not set. */
  readonly issues?: undefined;
}

/** A value that does not match its schema. */
export interface StandardFailure {
  /** The issues. */
  readonly issues: readonly StandardIssue[];
}

/** One issue, and its location. */
export interface StandardIssue {
  /** The message. */
  readonly message: string;
  /** The location: keys from the value to the issue. Default: the value itself. */
  readonly path?: readonly (PropertyKey | StandardPathSegment)[] | undefined;
}

/** A key of a path, as some libraries represent it. */
export interface StandardPathSegment {
  /** The key. */
  readonly key: PropertyKey;
}

/** Returns whether a value is a schema of a library. In some libraries, schemas are functions. */
export function isOfLibrary(value: unknown): value is { readonly '~standard': Partial<StandardProps> } {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    '~standard' in value &&
    typeof value['~standard'] === 'object' &&
    value['~standard'] !== null
  );
}
