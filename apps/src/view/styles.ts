/** Makes a view look like its host. */

import type { McpUiHostContext } from '@mcp-gen/protocol/extensions/apps';

const FONTS = 'mcp-host-fonts';

/**
 * Applies what a host says about its looks to a document: the attribute `data-theme` and the property `color-scheme` of its root element, CSS
 * variables, fonts, and the safe area as `--safe-area-inset-top` and so on. What is absent stays as it is.
 */
export function applyHostStyles(context: McpUiHostContext, document: Document = globalThis.document): void {
  const { documentElement: root } = document;
  const { theme, styles, safeAreaInsets = {} } = context;
  if (theme !== undefined) {
    root.dataset.theme = theme;
    root.style.colorScheme = theme;
  }
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value);
  }
  for (const [side, inset] of Object.entries(safeAreaInsets)) {
    root.style.setProperty(`--safe-area-inset-${side}`, `${String(inset)}px`);
  }
  const fonts = styles?.css?.fonts;
  if (fonts === undefined) return;
  const element = document.getElementById(FONTS) ?? document.head.appendChild(document.createElement('style'));
  element.id = FONTS;
  element.textContent = fonts;
}
