/** What extensions add to the program of a server over stdio. */

import { recordOf, STRING, STRINGS, type OptionTable } from '@mcp-gen/runtime/options';

/** What an extension adds to the program of a server over stdio. */
export interface LaunchSettings {
  /** Environment variables: for credentials, too, since they are in no list of processes. Default: none. */
  readonly env?: { readonly [name: string]: string } | undefined;
  /** Arguments, after those of the target. Default: none. */
  readonly args?: readonly string[] | undefined;
}

/** {@link LaunchSettings}. */
export const LAUNCH_SETTINGS: OptionTable<LaunchSettings> = { env: recordOf('strings', STRING), args: STRINGS };

/** The settings of all extensions, and of the application. */
export interface CombinedSettings {
  readonly env: { readonly [name: string]: string };
  readonly args: readonly string[];
}

/** Settings, and who has given them. */
export interface LaunchContribution extends LaunchSettings {
  /** For errors: `the extension com.example/search`. */
  readonly from: string;
}

/**
 * Combines settings, in their order.
 *
 * @throws {TypeError} if two of them set a variable to different values. The message names both, without the values.
 */
export function combineLaunchSettings(contributions: readonly LaunchContribution[]): CombinedSettings {
  const env: { [name: string]: string } = {};
  const setBy = new Map<string, string>();
  for (const { from, env: own = {} } of contributions) {
    for (const [name, value] of Object.entries(own)) {
      const other = setBy.get(name);
      if (other !== undefined && env[name] !== value) {
        throw new TypeError(
          `The environment variable ${name} of the server has different values in ${other} and ${from}`,
        );
      }
      env[name] = value;
      setBy.set(name, other ?? from);
    }
  }
  return { env, args: contributions.flatMap(({ args = [] }) => args) };
}
