/** Serves the packages of this project to the page of the preview, as they are installed: a browser needs no bundle of them. */

import { createReadStream, existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path under which a page finds the packages, for its import map. */
export const MODULES = '/modules/';

const FILES = '/files/';

/** The modules of packages. */
export class Modules {
  /** The folders with the modules of packages, by their names: those that a page has imported something of. */
  readonly #folders = new Map<string, string>();

  /** Answers a request for a module, by what programs import, `/modules/@mcp-gen/apps/host`, or for one beside it. */
  answer(pathname: string, response: ServerResponse): void {
    const location = pathname.startsWith(MODULES) ? this.#locate(pathname.slice(MODULES.length)) : undefined;
    const file = pathname.startsWith(FILES) ? this.#file(pathname.slice(FILES.length)) : undefined;
    // Imports within a module are relative to where it is, which is known only then.
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (file === undefined) response.writeHead(404).end();
    else createReadStream(file).pipe(response.writeHead(200, { 'content-type': 'text/javascript' }));
  }

  #locate(specifier: string): string | undefined {
    const [name] = /^@mcp-gen\/[\w-]+/.exec(specifier) ?? [];
    if (name === undefined) return undefined;
    const file = fileURLToPath(import.meta.resolve(specifier));
    const folder = file.slice(0, file.lastIndexOf(DIST) + DIST.length);
    this.#folders.set(name, folder);
    return `${FILES}${name}/${file.slice(folder.length).replaceAll(sep, '/')}`;
  }

  #file(path: string): string | undefined {
    const [, name = '', rest = ''] = /^(@mcp-gen\/[\w-]+)\/(.*\.js)$/.exec(path) ?? [];
    const folder = this.#folders.get(name);
    if (folder === undefined) return undefined;
    const file = join(folder, rest);
    return file.startsWith(folder) && existsSync(file) ? file : undefined;
  }
}

const DIST = `${sep}dist${sep}`;
