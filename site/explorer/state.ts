/** What the explorer shows, as the part of a link behind `#`: a link addresses any state. */

/** The views. */
export const VIEWS = ['overview', 'method', 'type', 'compare', 'check'] as const;

/** A view. */
export type View = (typeof VIEWS)[number];

/** The properties of a state, in the order in which links have them. */
export const PARAMETERS = [
  'name',
  'revision',
  'query',
  'side',
  'from',
  'to',
  'message',
  'packed',
  'as',
  'answers',
] as const;

/** A property of a state. */
export type Parameter = (typeof PARAMETERS)[number];

/** What is shown. A property that is not there has its default. */
export type State = { readonly view: View } & { readonly [Name in Parameter]?: string };

/** The maximum size of a message in a link, in bytes of UTF-8. Browsers cut longer links. */
export const MAX_IN_LINK = 200_000;

/** Returns whether a link can have a message. */
export function fitsInLink(message: string): boolean {
  // A character has at least one byte.
  return message.length <= MAX_IN_LINK && new TextEncoder().encode(message).length <= MAX_IN_LINK;
}

/** Returns the state that a link addresses; the overview for one that addresses nothing. */
export function stateOf(hash: string): State {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const given = new URLSearchParams(query);
  const view = VIEWS.find((each) => each === path) ?? 'overview';
  const entries = PARAMETERS.flatMap((name) => {
    const value = given.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return { view, ...Object.fromEntries(entries) };
}

/** Returns the link to a state. A message that is too long for a link is left out. */
export function linkTo(state: State): string {
  const query = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = state[name];
    if (value === undefined || value === '') continue;
    if (name === 'message' && !fitsInLink(value)) continue;
    query.set(name, value);
  }
  // These characters need no escape behind `#`, and methods are full of them.
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',');
  return `#${state.view}${text === '' ? '' : `?${text}`}`;
}
