/** Tells the host how much space the content of a view needs. */

import type { McpUiHostContext } from '@mcp-gen/protocol/extensions/apps';
import { ContentHeight } from './contentHeight.js';

/** A size in CSS pixels. Only a dimension that the view decides. */
export interface ViewSize {
  readonly width?: number;
  readonly height?: number;
}

/** Events that may come with another height, and without a change of the document. */
const EVENTS = ['load', 'transitionend', 'animationend'];

/**
 * Calls a function with the size of the content now, and whenever it changes by a pixel or more, at most once in a frame of the animation.
 * A dimension that the host fixes is left out, and in a display mode other than `inline` both are. Returns a function that ends this.
 *
 * @param onContext calls a function with the context of the host, now and whenever it changes, and returns a function that ends that
 */
export function observeSize(
  onContext: (listener: (context: McpUiHostContext) => void) => () => void,
  tell: (size: ViewSize) => void,
  document: Document = globalThis.document,
): () => void {
  const content = new ContentHeight(document);
  let context: McpUiHostContext = {};
  let told: ViewSize = {};
  let seen = { frame: NaN, height: NaN };
  let isChanged = false;
  let request = 0;

  const heightOf = (frame: number): number => {
    const height = content.measure(frame);
    const [growth, space] = [height - seen.height, frame - seen.frame];
    // What grows only because the last report has made the frame higher would grow with each report.
    const isEcho = space > 0 && growth > 0 && (!isChanged || (content.fills && growth === space));
    const isKept = told.height !== undefined && (isEcho || growth === 0);
    seen = { frame, height };
    isChanged = false;
    return isKept ? (told.height ?? height) : height;
  };
  const measure = (): void => {
    request = 0;
    const { containerDimensions = {}, displayMode = 'inline' } = context;
    if (displayMode !== 'inline') {
      // The host may have forgotten the size until it shows the view in the conversation again.
      told = {};
      return;
    }
    const size = {
      ...(!('width' in containerDimensions) && { width: document.documentElement.clientWidth }),
      ...(!('height' in containerDimensions) && { height: heightOf(innerHeight) }),
    };
    if (size.width === told.width && size.height === told.height) return;
    told = size;
    if (Object.keys(size).length > 0) tell(size);
  };
  const plan = (): void => {
    request ||= requestAnimationFrame(measure);
  };
  const onChange = (): void => {
    isChanged = true;
    plan();
  };

  const observer = new ResizeObserver(plan);
  observer.observe(document.documentElement);
  observer.observe(document.body);
  // Content changes without that where the body is as high as the frame.
  const changes = new MutationObserver(onChange);
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  for (const event of EVENTS) document.addEventListener(event, onChange, true);
  const stop = onContext((latest) => {
    context = latest;
    plan();
  });
  measure();
  return () => {
    stop();
    observer.disconnect();
    changes.disconnect();
    for (const event of EVENTS) document.removeEventListener(event, onChange, true);
    cancelAnimationFrame(request);
  };
}
