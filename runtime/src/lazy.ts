/**
 * Returns a function that creates a value when it is first called: for values that cost time and that few programs need, such as regular
 * expressions with Unicode properties. As literals, these are parsed whenever the program starts, also inside of functions.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
