/** Lets the maps and sets that sources keep in private fields be watched: see entries.ts. */

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCE = /^(?:runtime|sdk|auth|redis|bridge)\/src\/(?!testing\/)/;

/** `  readonly #open = new Map<string, Stream>();` */
const FIELD = /^(\s*(?:readonly )?)(#\w+)((?::[^=\n]*)? = new )(Map|Set)\b/gm;

/** Names the collections by their fields. Without what watches them, they are those of the platform. */
export function watchedFields(): Plugin {
  return {
    name: 'watched-fields',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(ROOT, id).replaceAll('\\', '/');
      if (!SOURCE.test(path)) return undefined;
      const named = code.replace(
        FIELD,
        (_, before: string, field: string, between: string, kind: string) =>
          `${before}${field}${between}(globalThis.watchedFields?.${kind}('${path} ${field}') ?? ${kind})`,
      );
      return named === code ? undefined : { code: named, map: null };
    },
  };
}
