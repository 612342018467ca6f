/** What `@mcp-gen/sdk` has an interface for, as the build finds it in the sources of the sdk. */

import { createRequire } from 'node:module';
import type { Side } from '../model/protocol.js';

/**
 * The definitions in the public types of a feature, each with its place there: `ToolOptions.annotations`. The key is a definition, or a
 * property of one: `Icon`, `CompleteRequestParams.ref`.
 */
export interface Surface {
  readonly [definition: string]: string;
}

/** A class, function, or option of the sdk that handles messages. */
export interface SdkFeature {
  /** What it is called: `Tools`, `Client.callTool`, `the option sampling`. */
  readonly name: string;
  /** The side whose applications use it. */
  readonly side: Side;
  /** The source file, from the folder of the project: `sdk/src/server/tools.ts`. */
  readonly file: string;
  /** The messages that it sends or handles. */
  readonly methods: readonly string[];
  /** Whether applications connect with it, and introduce themselves. */
  readonly opens?: true;
  /** What applications get from it. */
  readonly gives: Surface;
  /** What it gets from applications. */
  readonly gets: Surface;
}

/** A module of the runtime that sends or handles messages itself. */
export interface RuntimeModule {
  readonly name: string;
  readonly does: 'sends' | 'handles';
  readonly file: string;
  readonly methods: readonly string[];
}

/** What handles the messages of the protocol. */
export interface Sdk {
  /** The methods that hand-written sources of the sdk or the runtime name. All others have default routes only. */
  readonly methods: readonly string[];
  readonly features: readonly SdkFeature[];
  /** What handles those that no feature does. */
  readonly runtime: readonly RuntimeModule[];
}

/** Returns what the sdk has that was built together with this package. */
export function builtSdk(): Sdk {
  // The path is the same from the sources and from the build.
  return createRequire(import.meta.url)('../../dist/sdkFeatures.json') as Sdk;
}
