/** Explains error codes, HTTP headers, keys of `_meta`, features, and capabilities. */

import { buildRegistry, type RegisteredName } from '../analyze/registry.js';
import type { Protocol } from '../model/protocol.js';
import type { NameExplanation } from './explanation.js';

type Named = RegisteredName<number | string | true> & Pick<NameExplanation, 'kind'>;

/** Returns all names of a registry, with what they are called by. */
export function namesIn(protocols: readonly Protocol[]): readonly string[] {
  return namedIn(protocols).flatMap(calledBy);
}

/**
 * Explains a name in the newest of some revisions that has it.
 *
 * @param name the name in generated code, or the error code, the header, or the key
 * @param protocols the revisions of the history, oldest first
 * @param revision the revision to explain it in. Default: the newest that has it
 */
export function explainName(
  name: string,
  protocols: readonly Protocol[],
  revision = newestWith(name, protocols),
): NameExplanation | undefined {
  const own = protocols.filter((protocol) => protocol.revision === revision);
  const found = namedIn(own).find((each) => isCalled(each, name));
  const history = found && namedIn(protocols).find((each) => each.kind === found.kind && isSame(each, found));
  if (!found || !history || revision === undefined) return undefined;
  const { kind, what, value } = found;
  const { since, until, except } = history;
  return {
    kind,
    name: found.name,
    revision,
    docs: what,
    see: [],
    ...(kind !== 'capability' && value !== true && { value }),
    ...((kind === 'capability' || kind === 'feature') && usesOf(found.name, own)),
    since,
    ...(until !== undefined && { until }),
    ...(except !== undefined && { except }),
  };
}

/** Returns the revisions that have a name, oldest first. */
export function revisionsWith(name: string, protocols: readonly Protocol[]): readonly string[] {
  const having = protocols.filter((protocol) => namedIn([protocol]).some((each) => isCalled(each, name)));
  return having.map((protocol) => protocol.revision);
}

/** Returns the sides that declare a capability, and the messages that need it. Empty if it is none. */
function usesOf(path: string, protocols: readonly Protocol[]): Pick<NameExplanation, 'sides' | 'methods'> {
  const { capabilities, messages } = buildRegistry(protocols);
  const sides = (['client', 'server'] as const).filter((side) => capabilities[side].some(({ name }) => name === path));
  if (sides.length === 0) return {};
  return { sides, methods: messages.flatMap(({ method, capability }) => (capability === path ? [method] : [])) };
}

function newestWith(name: string, protocols: readonly Protocol[]): string | undefined {
  return revisionsWith(name, protocols).at(-1);
}

function namedIn(protocols: readonly Protocol[]): readonly Named[] {
  const { errors, headers, metaKeys, features, capabilities } = buildRegistry(protocols);
  return [
    ...errors.map((each) => ({ ...each, kind: 'error' as const })),
    ...headers.map((each) => ({ ...each, kind: 'header' as const })),
    ...metaKeys.map((each) => ({ ...each, kind: 'metaKey' as const })),
    ...features.map((each) => ({ ...each, kind: 'feature' as const })),
    ...[...capabilities.server, ...capabilities.client].map((each) => ({ ...each, kind: 'capability' as const })),
  ];
}

function calledBy({ name, value }: Named): readonly string[] {
  return value === true ? [name] : [name, String(value)];
}

/** HTTP headers are compared without regard to case. */
function isCalled(named: Named, name: string): boolean {
  const names = calledBy(named);
  return named.kind === 'header'
    ? names.some((each) => each.toLowerCase() === name.toLowerCase())
    : names.includes(name);
}

function isSame(a: Named, b: Named): boolean {
  return a.name === b.name && a.value === b.value;
}
