/**
 * The interfaces by which schema libraries can be used without knowing them: Standard Schema 1.1, which validates, and Standard
 * JSON Schema, by which a schema states itself. See https://standardschema.dev.
 */

/** A schema of a library that can check values and say what it takes as JSON Schema: zod, arktype, valibot, and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output>;
}

/** What a library tells of one of its schemas. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1;
  /** The name of the library. */
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly jsonSchema: StandardJsonSchema;
  /** There at compile time alone. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** States a schema as JSON Schema: what it takes, and what it makes of that. Throws where JSON Schema has no words for it. */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
  readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
}

/** The value as the schema made it, or what is wrong with it. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong, and the keys that lead to it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
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
