export interface Measure {
  /** A number is an integer unless a tag says otherwise. */
  count: number;
  /**
   * A fraction is allowed here.
   *
   * @TJS-type number
   */
  share: number;
  /**
   * @minimum 0
   * @maximum 1
   * @TJS-type number
   */
  probability: number;
  /** @minimum 1 */
  page?: number;
  /**
   * Infinity is above the minimum, but JSON does not have it.
   *
   * @minimum 0
   * @TJS-type number
   */
  size?: number;
}

export interface Short {
  /** @maxItems 3 */
  list: string[];
}
