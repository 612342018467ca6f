/** Something that the user can correct: arguments, files, or a server that cannot be used. Its message needs no stack trace. */
export class MistakeError extends TypeError {
  override readonly name = 'MistakeError';
}
