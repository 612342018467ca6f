/** The pages that the browser shows at the end of a login. */

/** An HTML page without scripts. */
export type CallbackPage = string;

/** The pages, by result of the request. */
export const PAGES = {
  done: page('Login received', 'You can close this page and return to the program.'),
  refused: page(
    'Login not completed',
    'The authorization server reported an error. Return to the program for details.',
  ),
  over: page('No login in progress', 'You can close this page.'),
  unexpected: page(
    'Unexpected request',
    'This address only receives the end of a login that this computer has started.',
  ),
} as const satisfies { readonly [name: string]: CallbackPage };

function page(title: string, text: string): CallbackPage {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}
