/** Tells the host how much space the content of a view needs. */

import type { McpUiHostContext } from '@mcp-gen/protocol/extensions/apps';

/** A size in CSS pixels. Only a dimension that the view decides. */
export interface ViewSize {
  readonly width?: number;
  readonly height?: number;
}

/**
 * Calls a function with the size of the content now, and whenever it changes by a pixel or more, at most once in a frame of the animation.
 * A dimension that the host fixes is left out, and in a display mode other than `inline` both are. Returns a function that ends this.
 *
 * @param context returns the context of the host
 */
export function observeSize(
  context: () => McpUiHostContext,
  tell: (size: ViewSize) => void,
  document: Document = globalThis.document,
): () => void {
  let last: ViewSize = {};
  let frame = 0;
  const measure = (): void => {
    frame = 0;
    const { containerDimensions = {}, displayMode = 'inline' } = context();
    if (displayMode !== 'inline') return;
    const { width, height } = sizeOf(document);
    const size = {
      ...(!('width' in containerDimensions) && { width }),
      ...(!('height' in containerDimensions) && { height }),
    };
    if (size.width === last.width && size.height === last.height) return;
    last = size;
    if (Object.keys(size).length > 0) tell(size);
  };
  const observer = new ResizeObserver(() => {
    frame ||= requestAnimationFrame(measure);
  });
  observer.observe(document.documentElement);
  observer.observe(document.body);
  measure();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Measures without changing styles: content that is as high as its frame would otherwise grow with it. */
function sizeOf({ body, documentElement }: Document): { readonly width: number; readonly height: number } {
  const { marginTop, marginBottom } = getComputedStyle(body);
  const margins = Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
  return { width: documentElement.clientWidth, height: Math.ceil(body.scrollHeight + margins) };
}
