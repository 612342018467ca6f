/** The formats of strings that the runtime checks before it sends them. Other formats are annotations, as in JSON Schema. */
export const FORMATS = ['byte', 'date', 'date-time', 'email', 'file-uri', 'uri', 'uri-template', 'uuid'] as const;

/** A format that is checked. */
export type Format = (typeof FORMATS)[number];

export function isFormat(text: string): text is Format {
  return FORMATS.some((format) => format === text);
}
