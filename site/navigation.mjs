// What the site has, in the order of its navigation: tasks first. `source` is the file that a page is made of, from the root of the project.

/** A page that is made of a Markdown file of the same name. */
const doc = (title, name) => ({ title, path: `docs/${name}.html`, source: `docs/${name}.md` });
const project = (title, name) => ({ title, path: `${name}.html`, source: `${name}.md` });

export const NAVIGATION = [
  {
    title: 'Start',
    pages: [
      { title: 'Overview', path: 'index.html', source: 'site/home.md' },
      doc('Tutorial: a server in ten minutes', 'tutorial'),
      doc('Comparison with other SDKs', 'comparison'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      doc('Servers', 'server'),
      doc('Clients', 'client'),
      doc('Hosts', 'host'),
      doc('Asking the client', 'asking'),
      doc('Tasks', 'tasks'),
      doc('Skills', 'skills'),
      doc('Authorization', 'authorization'),
      doc('Stores', 'stores'),
      doc('Bridges', 'bridge'),
      doc('Bindings', 'bind'),
      doc('Testing', 'testing'),
      doc('Custom transports', 'transports'),
    ],
  },
  {
    title: 'Revisions of the protocol',
    pages: [
      doc('Following the specification', 'revisions'),
      doc('Changes between revisions', 'diff'),
      doc('What each revision can express', 'conversions'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      doc('Features', 'features'),
      { title: 'API reference', path: 'reference/index.html' },
      { title: 'Protocol explorer', path: 'explorer/index.html' },
      doc('Error classes', 'errors'),
      doc('The compiler as a library', 'library'),
      doc('Targets', 'targets'),
      doc('Artifacts', 'artifacts'),
    ],
  },
  { title: 'Migration', pages: [doc('From the official SDK', 'migrating')] },
  {
    title: 'Performance and security',
    pages: [project('Security', 'SECURITY'), doc('Releases', 'releases')],
  },
  {
    title: 'Project',
    pages: [
      project('Architecture', 'ARCHITECTURE'),
      project('Contributing', 'CONTRIBUTING'),
      project('Changelog', 'CHANGELOG'),
      project('Roadmap', 'ROADMAP'),
      project('README', 'README'),
    ],
  },
];
