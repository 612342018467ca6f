/** An extension of the protocol: a file of declarations that is added to revisions. */
export interface Extension {
  /** The path of the file. */
  readonly file: string;
  /** The revisions that it is added to. Default: all. */
  readonly revisions?: readonly string[];
}
