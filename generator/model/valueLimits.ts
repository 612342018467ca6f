/** Limits of values. The compiler and the runtime have the same file: `npm run generate` copies it from the compiler. */

/** Limits of values, by the keywords of JSON Schema. Default of each: no limit. */
export interface Limits {
  /** The minimum number of characters (Unicode code points) of a string. */
  readonly minLength?: number;
  /** The maximum number of characters of a string. */
  readonly maxLength?: number;
  /** The source of a regular expression that a string contains a match of. */
  readonly pattern?: string;
  /** The minimum of a number. */
  readonly minimum?: number;
  /** The maximum of a number. */
  readonly maximum?: number;
  /** What a number must be greater than. */
  readonly exclusiveMinimum?: number;
  /** What a number must be less than. */
  readonly exclusiveMaximum?: number;
  /** What a number must be a multiple of. */
  readonly multipleOf?: number;
  /** The minimum number of items of an array. */
  readonly minItems?: number;
  /** The maximum number of items of an array. */
  readonly maxItems?: number;
  /** Whether the items of an array must differ. */
  readonly uniqueItems?: true;
  /** The minimum number of properties of an object. */
  readonly minProperties?: number;
  /** The maximum number of properties of an object. */
  readonly maxProperties?: number;
}

/** Returns whether a number is within limits. */
export function isWithin(value: number, limits: Limits): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  return (
    value >= minimum &&
    value <= maximum &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || value % multipleOf === 0)
  );
}
