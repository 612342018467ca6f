/**
 * Names that the APIs of all vendors accept. Gemini requires a letter or an underscore at the beginning; the other rules are those of OpenAI
 * and Anthropic.
 */
const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Names of parameters that the APIs of all vendors accept; Anthropic refuses a request with any other. */
const PARAMETER_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

const MAX_LENGTH = 64;

/** Characters that are left for the number of a name that would occur twice. */
const READABLE_LENGTH = MAX_LENGTH - 6;

/** Returns a name for each tool, unique, and accepted by every vendor. Accepted names are unchanged. */
export function toolNames(names: readonly string[]): ReadonlyMap<string, string> {
  return unique(names, TOOL_NAME, (name) => {
    const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_');
    return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
  });
}

/** Returns a name for each parameter of a tool, unique, and accepted by every vendor. Accepted names are unchanged. */
export function parameterNames(names: readonly string[]): ReadonlyMap<string, string> {
  return unique(names, PARAMETER_NAME, (name) => name.replace(/[^A-Za-z0-9_.-]+/g, '_') || '_');
}

/** The names that are accepted come first, so that another name never takes one of them. */
function unique(
  names: readonly string[],
  accepted: RegExp,
  plain: (name: string) => string,
): ReadonlyMap<string, string> {
  const taken = new Set(names.filter((name) => accepted.test(name)));
  return new Map(
    names.map((name) => {
      if (accepted.test(name)) return [name, name];
      const readable = plain(name).slice(0, READABLE_LENGTH);
      let free = readable;
      for (let number = 2; taken.has(free); number++) free = `${readable}_${number}`;
      taken.add(free);
      return [name, free];
    }),
  );
}
