/** `${NAME}` and `${NAME:-default}`, and `${env:NAME}`, by which some hosts mean the first. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{([a-z]+:[^-}][^}]*)\}/g;

/**
 * Puts environment variables in the place of `${NAME}`, and of `${NAME:-default}`, where the default stands for one that is not set
 * or empty. What a variable holds is taken as it is. Any other text stays, `$NAME` included.
 *
 * @param complain called with what is wrong, for each variable that has no value
 */
export function expandVariables(
  text: string,
  environment: { readonly [name: string]: string | undefined },
  complain: (problem: string) => void,
): string {
  return text.replace(VARIABLE, (whole, name: string | undefined, fallback: string | undefined, other: string) => {
    if (name === undefined) {
      complain(`${whole} is not understood: write \${${other.replace(/^[a-z]+:/, '')}} for an environment variable`);
      return whole;
    }
    const value = environment[name];
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    if (value === undefined) {
      complain(`the environment variable ${name} is not set: set it, or write \${${name}:-default}`);
    }
    return value ?? whole;
  });
}
