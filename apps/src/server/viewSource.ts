/** The HTML of a view: a text, a file, or what a build has written beside it. */

import { readFileSync, watch } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the HTML of a view comes from. */
export interface ViewSource {
  /** Returns the HTML. */
  readonly read: () => string | Promise<string>;
  /** Calls a function when it may have changed. Returns a function that ends that. Absent: it does not change. */
  readonly watch?: (changed: () => void) => () => void;
}

/**
 * Returns a file as the HTML of a view. Scripts and styles that it refers to by a path become part of it, since a view has no server to load
 * them from: so `dist/index.html` of a Vite project can be served as it is.
 *
 * @param path a path, or a `file:` URL
 * @param isLive whether to read it again for each request, and to watch it. Default: it is read once
 * @throws {Error} if it cannot be read.
 */
export function fileSource(path: string | URL, isLive: boolean): ViewSource {
  const file = resolve(path instanceof URL ? fileURLToPath(path) : path);
  if (!isLive) {
    const html = inlined(file);
    return { read: () => html };
  }
  return {
    read: () => inlined(file),
    watch: (changed) => {
      // A build replaces its folder, or writes it file by file.
      const watcher = watch(dirname(file), { recursive: true }, () => changed());
      watcher.unref();
      // The folder was removed, and is written again: the next request reads it.
      watcher.on('error', () => changed());
      return () => watcher.close();
    },
  };
}

const SCRIPT = /<script\b([^>]*?)\ssrc="([^"]+)"([^>]*)><\/script>/g;
const STYLE = /<link\b[^>]*?\shref="([^"]+)"[^>]*>/g;

function inlined(file: string): string {
  const folder = dirname(file);
  return readFileSync(file, 'utf8')
    .replace(SCRIPT, (whole, before: string, src: string, after: string) => {
      const text = localText(folder, src);
      // The text may contain the end of a script as a string.
      return text === undefined
        ? whole
        : `<script${before}${after}>${text.replaceAll('</script', '<\\/script')}</script>`;
    })
    .replace(STYLE, (whole: string, href: string) => {
      if (/\brel="modulepreload"/.test(whole)) return localText(folder, href) === undefined ? whole : '';
      const text = /\brel="stylesheet"/.test(whole) ? localText(folder, href) : undefined;
      return text === undefined ? whole : `<style>${text}</style>`;
    });
}

/** Returns the text of a file beneath a folder; undefined for a URL. Builds write paths with a leading slash for the folder of the page. */
function localText(folder: string, path: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return undefined;
  const [name = ''] = path.split(/[?#]/, 1);
  const file = join(folder, decodeURIComponent(name));
  if (!file.startsWith(folder + sep)) throw new Error(`A view refers to ${path}, which is not beneath its folder`);
  return readFileSync(file, 'utf8');
}
