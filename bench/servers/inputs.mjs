// The input of the one tool, in the ways that its author can state it.

/** A plain JSON Schema. */
export const plain = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** @param {string} schema `json` or `zod`, which is loaded only if it is used */
export async function inputOf(schema) {
  if (schema === 'json') return plain;
  const { z } = await import('zod');
  return z.object({ text: z.string() });
}
