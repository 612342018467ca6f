/** Patterns of secrets and personal data in text. Repetitions in the regular expressions are bounded, so that they take linear time. */

/** Parts of property names of secrets, in lower case and without punctuation. */
const SECRET_PARTS =
  /passw(?:or)?d|passphrase|secret|credential|apikey|privatekey|accesskey|signingkey|encryptionkey|authorization|cookie|creditcard|cardnumber/;
const SECRET_NAMES = /(?:token|jwt|pwd|sessionid|csrf|xsrf|otp|cvv|cvc|ssn|bearer)$/;
/** Names that end like those of secrets, but are not secrets. */
const HARMLESS = new Set(['progresstoken']);

/** Returns whether a property with this name contains a secret. */
export function isSecretName(name: string): boolean {
  const plain = name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return (SECRET_PARTS.test(plain) || SECRET_NAMES.test(plain)) && !HARMLESS.has(plain);
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^]*?-----END [A-Z ]{0,40}PRIVATE KEY-----|[^]*)/g;
const SCHEME = /\b(Bearer|Basic|DPoP)(\s{1,8})([A-Za-z0-9\-._~+/]{8,}={0,2})/gi;
const ASSIGNMENT =
  /((?:passw(?:or)?d|passphrase|secret|token|api[-_ ]?key|private[-_ ]?key|access[-_ ]?key|cookie)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'&,;]+/gi;
const USER_IN_URI = /(:\/\/)[^\s/@:]{0,256}:[^\s/@]{1,256}@/g;
const WORD = /[A-Za-z0-9_.+/=-]{16,}/g;
const KNOWN_KEY =
  /^(?:sk-|sk_live_|sk_test_|rk_live_|pk_live_|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|AKIA|ASIA|AIza|ya29\.|eyJ)/;
const EMAIL = /[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/g;
const CARD = /(?<![\d.-])[2-6](?:[ -]?\d){13,18}(?![\d-]|\.\d)/g;

/** Replaces secrets and credit card numbers in a text, and, with `emails`, e-mail addresses. */
export function redactText(text: string, replacement: string, emails: boolean): string {
  // A function, since `$` has a meaning in replacement strings.
  const replaced = () => replacement;
  const secretsOut = text
    .replace(PRIVATE_KEY, replaced)
    .replace(SCHEME, (all, scheme: string, space: string, token: string) =>
      isWord(token) ? all : scheme + space + replacement,
    )
    .replace(ASSIGNMENT, (_, name: string) => name + replacement)
    .replace(USER_IN_URI, (_, slashes: string) => `${slashes}${replacement}@`)
    .replace(WORD, (word) => (isKey(word) ? replacement : word))
    .replace(CARD, (digits) => (isCardNumber(digits) ? replacement : digits));
  return emails ? secretsOut.replace(EMAIL, replaced) : secretsOut;
}

/** Returns whether a token is a natural-language word, as in "basic understanding". */
function isWord(token: string): boolean {
  return /^[A-Za-z]?[a-z-]+[.]?$/.test(token);
}

/** Returns whether a word is a key: it has a known prefix, or is long and looks random. */
function isKey(word: string): boolean {
  if (KNOWN_KEY.test(word)) return true;
  return (
    word.length >= 40 && /^[A-Za-z0-9_-]+$/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
  );
}

/** Returns whether a number passes the Luhn check of credit cards. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 0 ? digit : 2 * digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}
