/** The hints in the annotations of tools: their defaults in the specification, the harmless value, and what each value means. */
export const TOOL_HINTS = {
  readOnlyHint: { assumed: false, harmless: true, true: 'reads only', false: 'may modify data' },
  destructiveHint: { assumed: true, harmless: false, true: 'may destroy data', false: 'destroys nothing' },
  idempotentHint: {
    assumed: false,
    harmless: true,
    true: 'repeated calls have no additional effect',
    false: 'repeated calls may have additional effects',
  },
  openWorldHint: {
    assumed: true,
    harmless: false,
    true: 'interacts with external systems',
    false: 'interacts only with a closed system',
  },
} as const;
