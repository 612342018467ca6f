/** The names of the targets, which a command line needs before it loads any of them. */
export const TARGETS = ['typescript', 'zod', 'json-schema'] as const;
export type TargetName = (typeof TARGETS)[number];
