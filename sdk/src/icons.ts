/**
 * Which icons are allowed: those with an `https:` URI, or a `data:` URI of an image (specification, 2025-11-25: Base Protocol, General
 * fields, icons). An SVG image can contain scripts, so applications must show it as an image only.
 */

import { describe } from '@mcp-gen/runtime/options';
import { isObject, quote } from '@mcp-gen/runtime/codegen/v1';
import type { Icon } from '@mcp-gen/protocol/author';
import { encodeIllegal } from './uri/percent.js';

const ALLOWED = /^(?:https:|data:image\/)/i;

/**
 * Checks icons that a server registers, and returns them with encoded URIs. Undefined if there are none.
 *
 * @param what names their owner in the error: `the tool forecast`
 * @throws {TypeError} if the URI of one is not allowed.
 */
export function legalIcons(what: string, icons: readonly Icon[] | undefined): Icon[] | undefined {
  if (icons === undefined) return undefined;
  const unsafe = icons.find((icon) => !isAllowed(icon));
  if (unsafe === undefined) return icons.map((icon) => ({ ...icon, src: encodeIllegal(icon.src) }));
  throw new TypeError(
    `Invalid icon of ${what}: expected an https: or data:image/ URI as src, got ${describeIcon(unsafe)}`,
  );
}

/**
 * Removes icons that a client must not use from data of a server. Each is reported.
 *
 * @param report called with an error for each icon that is left out. Default: none
 */
export function withSafeIcons<Value extends { readonly name: string }>(
  value: Value,
  report: (error: unknown) => void = () => undefined,
): Value {
  const { icons, ...others } = value as { readonly icons?: unknown };
  if (icons === undefined) return value;
  const given: readonly unknown[] = Array.isArray(icons) ? icons : [icons];
  const allowed = given.filter(isAllowed);
  if (allowed.length === given.length) return value;
  for (const icon of given.filter((each) => !isAllowed(each))) {
    const message = `Left out an icon of ${quote(value.name)}: expected an https: or data:image/ URI, got ${describeIcon(icon)}`;
    report(new Error(message));
  }
  return { ...others, ...(allowed.length > 0 && { icons: allowed }) } as Value;
}

function isAllowed(icon: unknown): boolean {
  return isObject(icon) && typeof icon['src'] === 'string' && ALLOWED.test(icon['src']);
}

function describeIcon(icon: unknown): string {
  const src = isObject(icon) ? icon['src'] : icon;
  return typeof src === 'string' ? quote(src) : describe(src);
}
