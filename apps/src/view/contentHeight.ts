/** Measures content independently of the frame around it. */

/** Measures the content of one document. */
export class ContentHeight {
  readonly #document: Document;
  readonly #range: Range;
  /** Elements with a height of their own: higher than their content, and not as high as the frame. */
  readonly #fixed = new WeakSet<Element>();
  #frame = 0;
  #fills = false;

  constructor(document: Document) {
    this.#document = document;
    this.#range = document.createRange();
  }

  /** Whether an element was as high as the frame at the last measurement. */
  get fills(): boolean {
    return this.#fills;
  }

  /**
   * Returns the height in CSS pixels without what elements have only because they are as high as the frame. No style is changed.
   *
   * @param frame the height of the frame
   */
  measure(frame: number): number {
    const { body, documentElement: root, compatMode } = this.#document;
    this.#frame = frame;
    this.#fills = false;
    // Without a doctype, the body scrolls instead of the document.
    const overflow = body.scrollHeight + (compatMode === 'BackCompat' ? 0 : margins(getComputedStyle(body)));
    return Math.ceil(Math.max(root.getBoundingClientRect().height, overflow) - this.#surplusOf(root));
  }

  /** Returns how much lower an element would be if the frame were lower than its content. */
  #surplusOf(element: Element): number {
    const style = getComputedStyle(element);
    const { height } = element.getBoundingClientRect();
    const fills = [height, height + margins(style)].some((each) => Math.abs(each - this.#frame) < 1);
    this.#fills ||= fills;
    const { body, documentElement } = this.#document;
    // What scrolls or clips its content shows as much of it as there is space for.
    if (element !== body && element !== documentElement && style.overflow !== 'visible') return 0;

    let [first, last] = [Infinity, -Infinity];
    const parts: { readonly node: Node; readonly bottom: number; readonly size: number }[] = [];
    for (const node of element.childNodes) {
      this.#range.selectNode(node);
      const { top, bottom, height } = this.#range.getBoundingClientRect();
      if (height === 0) continue;
      const { marginTop, marginBottom } = node instanceof Element ? getComputedStyle(node) : NO_MARGINS;
      const part = {
        node,
        bottom: bottom + pixels(marginBottom),
        size: height + pixels(marginTop) + pixels(marginBottom),
      };
      parts.push(part);
      first = Math.min(first, top - pixels(marginTop));
      last = Math.max(last, part.bottom);
    }
    if (last < first) return 0;
    // Only these are as high as the frame, now or when it is as high as the content.
    const high = Math.min(this.#frame, last - first) - 1;
    let needed = -Infinity;
    for (const { node, bottom, size } of parts) {
      const surplus = node instanceof Element && size > high ? this.#surplusOf(node) : 0;
      needed = Math.max(needed, bottom - surplus);
    }
    const around = [style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth];
    const slack = around.reduce((left, each) => left - pixels(each), height) - (last - first);
    if (slack >= 1 && !fills) this.#fixed.add(element);
    return last - needed + (slack >= 1 && !this.#fixed.has(element) ? slack : 0);
  }
}

const NO_MARGINS = { marginTop: '', marginBottom: '' };

function margins({ marginTop, marginBottom }: CSSStyleDeclaration): number {
  return pixels(marginTop) + pixels(marginBottom);
}

function pixels(length = ''): number {
  return length.endsWith('px') ? Number.parseFloat(length) : 0;
}
