/** Writes llms.txt and llms-full.txt into a folder. */
export function writeLlms(
  dist: string,
  pages: readonly { readonly path: string; readonly description: string; readonly text: string | undefined }[],
): Promise<void>;
