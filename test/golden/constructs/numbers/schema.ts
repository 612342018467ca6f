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
}

export interface Short {
  /** @maxItems 3 */
  list: string[];
}
