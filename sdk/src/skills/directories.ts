/** The directories of skills, for the method `resources/directory/read`. */

import type { Resource } from '@mcp-gen/protocol/author';
import { SKILL_SCHEME } from './skill.js';

const MIME_TYPE = 'inode/directory';

/** Returns the direct children of each directory, by URI without a trailing slash. The parts of a prefix are directories, too. */
export function directoriesOf(files: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const directories = new Map<string, Resource[]>();
  for (const file of files) {
    let child = file;
    let end = child.uri.lastIndexOf('/');
    while (end >= SKILL_SCHEME.length) {
      const uri = child.uri.slice(0, end);
      const siblings = directories.get(uri);
      siblings?.push(child);
      if (siblings !== undefined) break;
      directories.set(uri, [child]);
      end = uri.lastIndexOf('/');
      child = { uri, name: decodeURIComponent(uri.slice(end + 1)), mimeType: MIME_TYPE };
    }
  }
  return directories;
}
