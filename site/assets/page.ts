/** What every page does: the menu on a phone, the color scheme, copying code, and search. */

export {};

declare global {
  /** Opens the search: defined by `search.ts`. */
  var openSearch: (root: string) => Promise<void>;
  /** The index, as JSON: defined by `search-index.js`. */
  var searchIndex: string | undefined;
}

const root = document.documentElement;

const menu = document.getElementById('menu');
menu?.addEventListener('click', () => {
  const isOpen = document.getElementById('navigation')?.classList.toggle('open') ?? false;
  menu.setAttribute('aria-expanded', String(isOpen));
});

document.getElementById('theme')?.addEventListener('click', () => {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = (root.dataset['theme'] ?? (prefersDark ? 'dark' : 'light')) === 'dark';
  const theme = isDark ? 'light' : 'dark';
  root.dataset['theme'] = theme;
  localStorage.setItem('theme', theme);
});

// Without HTTPS, a browser does not let a page copy.
const copyable = 'clipboard' in navigator ? document.querySelectorAll('main pre.code') : [];
for (const block of copyable) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.textContent).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Copying failed'),
    );
  });
  block.before(button);
}

/** Opens the search. Its script is loaded when it is opened for the first time: as a script, since pages of a folder load no modules. */
async function openSearch(): Promise<void> {
  const path = document.body.dataset['root'] ?? './';
  if (!('openSearch' in globalThis)) {
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${path}assets/search.js`;
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error('The search cannot be loaded')));
      document.head.append(script);
    });
  }
  await globalThis.openSearch(path);
}

document.getElementById('search-open')?.addEventListener('click', () => void openSearch());
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  void openSearch();
});
