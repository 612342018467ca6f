/** `${NAME}`, `${NAME:-default}`, and `${env:NAME}`, which some hosts use for the first. */
const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{([a-z]+:[^-}][^}]*)\}/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}` with environment variables. The default is used if the variable is unset or empty. Values are
 * not expanded again. Other text, including `$NAME`, is unchanged.
 *
 * @param report called for each variable without a value
 */
export function expandVariables(
  text: string,
  environment: { readonly [name: string]: string | undefined },
  report: (problem: string) => void,
): string {
  return text.replace(VARIABLE, (whole, name: string | undefined, fallback: string | undefined, other: string) => {
    if (name === undefined) {
      report(`unsupported variable ${whole}: write \${${other.replace(/^[a-z]+:/, '')}} for an environment variable`);
      return whole;
    }
    const value = environment[name];
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    if (value === undefined) {
      report(`environment variable ${name} is not set: set it, or write \${${name}:-default}`);
    }
    return value ?? whole;
  });
}
