/** Skills in the form that servers describe them (extension Skills, `io.modelcontextprotocol/skills`). */

import type { Skill } from '@mcp-gen/protocol/extensions/skills';
import { sanitizeText } from '../guard/sanitize.js';

/** The URI prefix of skills. */
export const SKILL_SCHEME = 'skill://';

/** The main file of a skill. */
export const SKILL_FILE = 'SKILL.md';

/** Maximum number of files of a skill that every client must support. */
export const MAX_FILES = 512;

/** Maximum bytes of all files of a skill that every client must support. */
export const MAX_BYTES = 16 * 1024 * 1024;

const NAME = /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Returns the directory of a skill, with a trailing slash. */
export function directoryOf(uri: string): string {
  return uri.slice(0, -SKILL_FILE.length);
}

/** Returns what is wrong with a skill; undefined if it is valid. */
export function findFault({ uri, frontmatter, resources }: Skill): string | undefined {
  const { name, description } = frontmatter;
  if (!NAME.test(name))
    return `its name ${JSON.stringify(name)} is not valid: use 1 to 64 of a-z, 0-9, and single hyphens`;
  if (sanitizeText(description) !== description)
    return 'its description has control characters or invisible characters';
  if (!uri.endsWith(`/${name}/${SKILL_FILE}`)) return `its URI must end with /${name}/${SKILL_FILE}`;
  if (resources === 'dynamic') return undefined;
  const root = directoryOf(uri);
  const seen = new Set<string>();
  let bytes = 0;
  for (const file of resources) {
    if (!file.uri.startsWith(root) || !isPath(file.uri.slice(root.length)))
      return `${file.uri} is not in its directory`;
    if (seen.has(file.uri)) return `${file.uri} is listed twice`;
    if (!DIGEST.test(file.digest)) return `the digest of ${file.uri} is not SHA-256`;
    if (!Number.isSafeInteger(file.size) || file.size < 0) return `the size of ${file.uri} is not valid`;
    seen.add(file.uri);
    bytes += file.size;
  }
  if (!seen.has(uri)) return `its files do not include ${SKILL_FILE}`;
  if (seen.size > MAX_FILES) return `it has ${seen.size} files: at most ${MAX_FILES} are allowed`;
  if (bytes > MAX_BYTES) return `its files have ${bytes} bytes: at most ${MAX_BYTES} are allowed`;
  return undefined;
}

/** Returns whether a relative reference stays below its directory, however it is encoded. */
function isPath(reference: string): boolean {
  try {
    return reference.split('/').every((segment) => {
      const name = decodeURIComponent(segment);
      return !['', '.', '..'].includes(name) && !/[/\\?#]/.test(name);
    });
  } catch {
    return false;
  }
}

/** Returns the digest of bytes. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
