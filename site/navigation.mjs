// What the site has, in the order of its navigation: tasks first. `source` is the file that a page is made of, from the root of the project.

/** A page that is made of a Markdown file of the same name. */
const doc = (title, name) => ({ title, path: `docs/${name}.html`, source: `docs/${name}.md` });
const guide = (title, name) => doc(title, `guides/${name}`);
const recipe = (title, name) => doc(title, `recipes/${name}`);
const project = (title, name) => ({ title, path: `${name}.html`, source: `${name}.md` });
/** A page that is made when the site is built: see site/build/errors.mjs. */
const error = (title, name) => ({ title, path: `errors/${name}.html`, source: `errors/${name}.md` });

export const NAVIGATION = [
  {
    title: 'Start',
    pages: [
      { title: 'Overview', path: 'index.html', source: 'site/home.md' },
      doc('Tutorial: a server in ten minutes', 'tutorial'),
      doc('Questions that are often asked', 'questions'),
      doc('Comparison with other SDKs', 'comparison'),
    ],
  },
  {
    title: 'Tasks',
    pages: [
      guide('Add a tool', 'add-a-tool'),
      guide('Ask the user', 'ask-the-user'),
      guide('Deploy behind a load balancer or on the edge', 'deploy'),
      guide('Log in to a remote server', 'log-in'),
      guide('Support an old client', 'support-old-clients'),
      guide('Follow a draft', 'follow-a-draft'),
      guide('Write a target', 'write-a-target'),
    ],
  },
  {
    title: 'Recipes',
    pages: [
      doc('All recipes', 'recipes/index'),
      recipe('A database', 'database'),
      recipe('Files of a folder', 'files'),
      recipe('A web API as tools', 'web-api'),
      recipe('A long job with progress', 'long-job'),
      recipe('A job that survives a restart', 'durable-job'),
      recipe('A form in the middle of a tool', 'form'),
      recipe('Tools that come and go', 'changing-tools'),
      recipe('State for each user', 'per-user-state'),
      recipe('Different tools for different users', 'tools-per-user'),
      recipe('Users log in', 'log-in'),
      recipe('Accept the tokens of your company', 'tokens'),
      recipe('Rate limits', 'rate-limits'),
      recipe('Log every call', 'log-calls'),
      recipe('In an Express app', 'express'),
      recipe('In a Hono app', 'hono'),
      recipe('In a Fastify app', 'fastify'),
      recipe('On Cloudflare Workers', 'workers'),
      recipe('Behind nginx, in several processes', 'load-balancer'),
      recipe('Tools for the API of a model', 'model-api'),
      recipe('Tools for an agent framework', 'agent'),
      recipe('Only some tools of many servers', 'host-tools'),
      recipe('A program without a person', 'scheduled-job'),
      recipe('Tests of a server', 'tests'),
      recipe('Migrate a server from the official SDK', 'migrating'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      doc('Servers', 'server'),
      doc('Resources', 'resources'),
      doc('Clients', 'client'),
      doc('Hosts', 'host'),
      doc('Tools for models', 'models'),
      doc('Serving over HTTP', 'http'),
      doc('Asking the client', 'asking'),
      doc('Long-running tasks', 'tasks'),
      doc('Skills', 'skills'),
      doc('Apps', 'apps'),
      { title: 'An app, live', path: 'app/index.html' },
      doc('Extensions', 'extensions'),
      doc('Authorization', 'authorization'),
      doc('Stores', 'stores'),
      doc('Several processes with Redis', 'redis'),
      doc('Bridges', 'bridge'),
      doc('Servers at the prompt', 'cli'),
      doc('Bindings', 'bind'),
      doc('Testing', 'testing'),
      doc('Checking conformance', 'conformance'),
      doc('The runtime', 'runtime'),
      doc('Custom transports', 'transports'),
    ],
  },
  {
    title: 'Revisions of the protocol',
    pages: [
      { title: 'Protocol explorer', path: 'explorer/index.html' },
      doc('What is coming', 'coming/index'),
      doc('Versions and proposals by stage', 'history'),
      doc('Following the specification', 'revisions'),
      doc('Changes between revisions', 'diff'),
      doc('Linting schemas', 'lint'),
      doc('What each revision can express', 'conversions'),
      doc('Prototypes of drafts', 'prototypes'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      { title: 'API reference', path: 'reference/index.html' },
      doc('Features of the protocol', 'features'),
      doc('Command line', 'compiler'),
      doc('Generated code', 'generated'),
      doc('Targets', 'targets'),
      doc('Python', 'python'),
      doc('The compiler as a library', 'library'),
      doc('Artifacts', 'artifacts'),
    ],
  },
  {
    title: 'Errors',
    pages: [
      error('All errors', 'index'),
      doc('Handling errors', 'errors'),
      error('JSON-RPC error codes', 'json-rpc'),
      error('Invalid arguments', 'arguments'),
      error('Problems of schemas', 'schemas'),
      error('Messages of the command line', 'command-line'),
    ],
  },
  {
    title: 'Migration',
    pages: [
      doc('From the official SDK, version 1', 'migrating'),
      doc('From the official SDK, version 2', 'migrating-v2'),
      doc('From FastMCP', 'migrating-fastmcp'),
    ],
  },
  {
    title: 'Performance and security',
    pages: [doc('Performance', 'performance'), project('Security', 'SECURITY')],
  },
  {
    title: 'Project',
    pages: [
      project('README', 'README'),
      project('Architecture', 'ARCHITECTURE'),
      project('Contributing', 'CONTRIBUTING'),
      doc('Releases', 'releases'),
      project('Versioning', 'VERSIONING'),
      project('Dependency policy', 'DEPENDENCY_POLICY'),
      project('Changelog', 'CHANGELOG'),
      project('Roadmap', 'ROADMAP'),
    ],
  },
  {
    title: '中文',
    lang: 'zh-Hans',
    pages: [
      doc('概览', 'zh/README'),
      doc('教程', 'zh/tutorial'),
      doc('常见问题', 'zh/questions'),
      doc('添加一个工具', 'zh/guides/add-a-tool'),
      doc('询问用户', 'zh/guides/ask-the-user'),
      doc('部署到负载均衡器之后或边缘', 'zh/guides/deploy'),
      doc('登录远程服务器', 'zh/guides/log-in'),
      doc('支持旧的客户端', 'zh/guides/support-old-clients'),
      doc('跟进草案', 'zh/guides/follow-a-draft'),
      doc('编写一个输出目标', 'zh/guides/write-a-target'),
      doc('示例配方', 'zh/recipes/index'),
    ],
  },
];
