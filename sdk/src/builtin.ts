import type * as asyncHooks from 'node:async_hooks';
import type * as buffer from 'node:buffer';
import type * as crypto from 'node:crypto';
import type * as fs from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import type * as path from 'node:path';
import type * as url from 'node:url';
import { builtin as find } from '@mcp-gen/runtime';

/** The modules of Node.js that the SDK uses where they are available. */
interface Builtins {
  readonly 'node:async_hooks': typeof asyncHooks;
  readonly 'node:buffer': typeof buffer;
  readonly 'node:crypto': typeof crypto;
  readonly 'node:fs': typeof fs;
  readonly 'node:fs/promises': typeof fsPromises;
  readonly 'node:path': typeof path;
  readonly 'node:url': typeof url;
}

/**
 * Returns a module of Node.js.
 *
 * @throws {TypeError} if the platform does not have it.
 */
export function builtin<Id extends keyof Builtins>(id: Id): Builtins[Id] {
  return find(id) as Builtins[Id];
}
