/** The texts that a schema is read from. */

/** A file, and its text. */
export interface SourceText {
  /** The file, as in problem messages: relative to the working folder. */
  readonly file: string;
  readonly text: string;
}

/** The text of a schema or an extension, and its modules. */
export interface SchemaSource extends SourceText {
  /** The files that it imports, directly or through others, in the order of the imports. Default: none. */
  readonly modules?: readonly SourceText[];
}
