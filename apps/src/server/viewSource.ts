/** The HTML of a view: a text, a file, or what a build has written beside it. */

import { readFileSync, statSync, watch } from 'node:fs';
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
 * them from: so `dist/index.html` of a Vite project can be served, if its build writes one chunk, preloads nothing, and inlines its assets.
 *
 * @param path a path, or a `file:` URL
 * @param isLive whether to read it again for each request, and to watch it. Default: it is read once
 * @throws {Error} if it cannot be read, or refers to a file that does not become part of it.
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

const SCRIPT = /<script\b([^>]*?)\ssrc="([^"]+)"([^>]*)><\/script>/gi;
const LINK = /<link\b[^>]*?\shref="([^"]+)"[^>]*>/gi;

/** What can refer to a file beside it: elements, scripts, and styles. */
const REFERENCES = {
  html: /<(?:audio|embed|iframe|img|input|source|track|video)\b[^>]*?\s(?:src|poster)="([^"]+)"/gi,
  script: /["'`](\.{0,2}\/[^"'`\n\\]+)["'`]|\bnew URL\(\s*["'`]([^"'`\n\\]+)["'`]\s*,\s*import\.meta\.url/g,
  style: /\burl\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/gi,
};

/** @throws {Error} if it refers to a file that cannot be part of it. */
function inlined(file: string): string {
  const folder = dirname(file);
  /** A script without a URL runs at once, even if it is to wait for the page: it stands at the end. */
  const atEnd: string[] = [];
  const source = readFileSync(file, 'utf8');
  refuseReferences('html', source, file, folder);
  const html = source
    .replace(SCRIPT, (whole, before: string, src: string, after: string) => {
      const text = localText(folder, src, 'script');
      if (text === undefined) return whole;
      const attributes = before + after;
      if (/\stype="?module\b/i.test(attributes)) return `<script${attributes}>${inScript(text)}</script>`;
      const kept = attributes.replace(/\s(?:async|defer)(?:="[^"]*")?(?=\s|$)/gi, '');
      const script = `<script${kept}>${inScript(text)}</script>`;
      if (kept === attributes) return script;
      atEnd.push(script);
      return '';
    })
    .replace(LINK, (whole: string, href: string) => {
      // A frame shows no icon.
      if (isUrl(href)) return whole;
      if (/\srel="[^"]*\bicon"/i.test(whole)) return '';
      if (!/\srel="stylesheet"/i.test(whole)) throw notPart(file, href);
      const text = localText(folder, href, 'style') ?? '';
      return `<style>${text.replaceAll(/<\/style/gi, String.raw`<\/style`)}</style>`;
    });
  return html + atEnd.join('');
}

/** A string of a script may contain what ends it, or what makes its end be ignored. */
function inScript(text: string): string {
  const closed = text.replaceAll(/<\/(?=script)/gi, String.raw`<\/`);
  return /<script/i.test(closed) ? closed.replaceAll('<!--', String.raw`\x3C!--`) : closed;
}

/** @throws {Error} if a text refers to a file beside it, such as another chunk or an image. */
function refuseReferences(kind: keyof typeof REFERENCES, text: string, file: string, folder: string): void {
  for (const [, one, other] of text.matchAll(REFERENCES[kind])) {
    const path = one ?? other ?? '';
    const [name = ''] = path.split(/[?#]/, 1);
    const target = join(name.startsWith('/') ? folder : dirname(file), name);
    // Most paths in scripts are no files: parts of URLs, or examples.
    if (!isUrl(path) && target !== file && statSync(target, { throwIfNoEntry: false })?.isFile() === true) {
      throw notPart(file, path);
    }
  }
}

function notPart(file: string, path: string): Error {
  return new Error(
    `${file} refers to ${path}, which does not become part of the view. Build one chunk, without preloading (in Vite: build.modulePreload: false), and with all assets inline (build.assetsInlineLimit)`,
  );
}

function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\/|^#/i.test(path);
}

/** Returns the text of a file beneath a folder; undefined for a URL. Builds write paths with a leading slash for the folder of the page. */
function localText(folder: string, path: string, kind: 'script' | 'style'): string | undefined {
  if (isUrl(path)) return undefined;
  const [name = ''] = path.split(/[?#]/, 1);
  const file = join(folder, decodeURIComponent(name));
  if (!file.startsWith(folder + sep)) throw new Error(`A view refers to ${path}, which is not beneath its folder`);
  const text = readFileSync(file, 'utf8');
  refuseReferences(kind, text, file, folder);
  return text;
}
