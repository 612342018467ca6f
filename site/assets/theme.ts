/** Sets the stored color scheme before anything is painted. */

const stored = localStorage.getItem('theme');
if (stored !== null) document.documentElement.dataset['theme'] = stored;
