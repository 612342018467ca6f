/**
 * @minLength 1
 * @pattern ^[a-z0-9-]+$
 */
export type Name = string;

/** @minProperties 1 */
export interface Labels {
  [key: string]: Name;
}

export interface Thing {
  /** @maxLength 64 */
  name: Name;
  /**
   * @exclusiveMinimum 0
   * @multipleOf 5
   */
  size: number;
  /**
   * @minItems 1
   * @uniqueItems true
   */
  parts: Name[];
  /** @maxProperties 3 */
  labels?: Labels;
  /** @minLength 2 */
  title?: string | number;
  /** @maxItems 2 */
  anything: unknown;
}

export type RequestId = string | number;

export interface ShowRequest {
  method: 'show';
  params: Thing;
}

export interface ShowResult {
  name: Name;
}

export type ClientRequest = ShowRequest;
