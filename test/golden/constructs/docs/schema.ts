/**
 * The first line.
 *
 * A second paragraph with a {@link Other | link}, `code`, and what must not end a comment: a slash after a star.
 *
 * @see https://example.org/page
 * @deprecated
 */
export interface Documented {
  /** One line. */
  one: string;

  /**
   * Two
   * lines.
   *
   * @TJS-type number
   */
  two: number;
  none: Other;
}

/** An alias. */
export type Other = string;
