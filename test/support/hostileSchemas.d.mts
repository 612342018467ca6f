/** Schemas and values that mean harm, by what they do. */
export const hostileSchemas: {
  readonly [name: string]: {
    /** What checking the value takes more of than anybody has. */
    readonly exceeds: 'steps' | 'levels';
    readonly make: () => readonly [schema: object, value: unknown];
  };
};
