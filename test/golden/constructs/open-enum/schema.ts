/** The literals are the known values; any other text will do. */
export type Reason = 'done' | 'tooLong' | string;

export interface Stop {
  reason?: Reason;
  code: 'a' | 'b' | string;
}
