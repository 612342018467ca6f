/** The features of servers besides tools, and what stands for them in bundles without them. */

import { Completion } from './completion.js';
import type { Feature, FeatureHost } from './feature.js';
import { Prompts } from './prompts.js';
import { Resources } from './resources.js';
import { FEATURES, type FeatureName } from './serverOptions.js';

/** What a server uses of the features besides tools. */
export interface OtherFeatures {
  readonly resources: Feature & Pick<Resources, 'add' | 'addTemplate' | 'find' | 'isRefused' | 'isEmpty' | 'isShared'>;
  readonly prompts: Feature & Pick<Prompts, 'add' | 'has' | 'isEmpty' | 'isShared'>;
  readonly completions: Feature & Pick<Completion, 'isEmpty'>;
}

/** The only feature of a program, `tools`, if its bundler defines this constant: then the other ones are left out. */
declare const MCP_GEN_FEATURES: string;

const REASON = 'MCP_GEN_FEATURES leaves all features but tools out of the bundle';

/** Creates the features; undefined if they are left out. Bundlers can evaluate the condition. */
const create =
  typeof MCP_GEN_FEATURES === 'undefined' || MCP_GEN_FEATURES !== 'tools'
    ? (host: FeatureHost): OtherFeatures => {
        const resources = new Resources(host);
        const prompts = new Prompts(host);
        return { resources, prompts, completions: new Completion(prompts, resources, host) };
      }
    : undefined;

/**
 * Returns the features of a server besides tools.
 *
 * @param named the features that the server declares without having an entry
 * @throws {TypeError} if one of them is left out of the bundle.
 */
export function otherFeatures(host: FeatureHost, named: readonly FeatureName[]): OtherFeatures {
  if (create !== undefined) return create(host);
  if (named.some((name) => name !== 'tools')) leftOut();
  return { resources: LEFT_OUT, prompts: LEFT_OUT, completions: LEFT_OUT };
}

/** Says why a program cannot handle the methods of a capability; undefined if their feature is part of the bundle. */
export function adviceOn(capability: string | undefined): string | undefined {
  const isLeftOut =
    create === undefined && FEATURES.some((name) => name !== 'tools' && capability?.startsWith(name) === true);
  return isLeftOut ? REASON : undefined;
}

const none = (): undefined => undefined;
const no = (): boolean => false;

/** Has no entries, and never gets any. */
const LEFT_OUT = {
  advice: '',
  capabilities: {},
  handlers: {},
  isEmpty: true,
  isShared: true,
  add: leftOut,
  addTemplate: leftOut,
  find: none,
  has: no,
  isRefused: no,
};

/** @throws {TypeError} always. */
function leftOut(): never {
  throw new TypeError(REASON);
}
