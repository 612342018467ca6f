import { describe } from '@mcp-gen/runtime/options';
import type { ErrorListener, Revision } from '@mcp-gen/runtime';
import type { Activity } from './activity.js';
import type { ExtensionsOfClient } from '../client/noClientExtensions.js';
import type { withExtensions } from '../server/extensionHttp.js';
import type { Extension } from './declaration.js';
import type { orderedMiddleware } from './order.js';
import type { checkExtensions } from './register.js';
import type { ExtensionTools } from '../server/extensionTools.js';
import type { ExtensionsOfServer, ServerExtensionsOptions } from '../server/noExtensions.js';

/** What programs with extensions need. */
export interface Engine {
  /** Checks all extensions of a program: see `register.ts`. */
  readonly check: typeof checkExtensions;
  /** Adds their messages to a revision. */
  readonly extend: (revision: Revision, extensions: readonly Extension[]) => Revision;
  /** Puts their middleware in order. */
  readonly order: typeof orderedMiddleware;
  /** Returns what they add to a server over HTTP. */
  readonly http: typeof withExtensions;
  /** Determines in which revisions each is active. */
  readonly activity: (extensions: readonly Extension[], revisions: readonly string[]) => Activity;
  /** Registers those of a server. */
  readonly server: (extensions: readonly unknown[], options: ServerExtensionsOptions) => ExtensionsOfServer;
  /** Registers those of a client. It is loaded on demand, since most programs with extensions are servers. */
  readonly client: (
    extensions: readonly unknown[],
    revisions: readonly string[],
    report: ErrorListener,
  ) => Promise<ExtensionsOfClient>;
  /** Creates what they add to tools. */
  readonly tools: (...given: ConstructorParameters<typeof ExtensionTools>) => ExtensionTools;
}

/** Carries the engine: extensions, and their definitions. */
export interface EngineCarrier {
  /** @internal */
  readonly engine?: Engine | undefined;
}

/**
 * Returns the engine that the extensions of a program have brought; undefined if the program names no extension.
 *
 * @param named everything that may be an extension or its definition
 * @param what names the program, for errors
 * @throws {TypeError} if there are extensions, and none of them comes from `defineExtension`.
 */
export function engineOf(extensions: readonly unknown[], named: readonly unknown[], what: string): Engine | undefined {
  const carrier = [...extensions, ...named].find((each) => (each as EngineCarrier | null)?.engine !== undefined);
  if (carrier !== undefined) return (carrier as EngineCarrier).engine;
  if (extensions.length === 0) return undefined;
  throw new TypeError(
    `Invalid option "extensions" for ${what}: expected extensions of defineExtension, got ${describe(extensions[0])}`,
  );
}
