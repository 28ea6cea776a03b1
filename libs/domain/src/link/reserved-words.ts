/** Represents the root, no prefix, among the former link prefixes that still work. */
export const ROOT_PREFIX = '_root_';

/**
 * Words that are never a link slug, a generated slug or a link prefix: each is the first segment of a path that the
 * product serves, or could be mistaken for one. Those with a dot are not valid slugs anyway; they are listed so that
 * the redirect can tell with this set alone that a path is not a link.
 */
// prettier-ignore
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  // The server.
  'api', 'uploads', 'p', 'report', 'assets', 'media', 'fonts', 'icons', 'i18n', 'static', 'health', 'metrics',
  // Signing in.
  'login', 'logout', 'register', 'signup', 'signin', 'setup', 'verify-email', 'reset-password', 'forgot-password',
  'invite', 'auth', 'oauth',
  // The dashboard.
  'overview', 'dashboard', 'links', 'campaigns', 'tags', 'analytics', 'settings', 'members', 'people', 'account',
  'workspace', 'workspaces', 'import', 'export', 'trash', 'audit', 'activity', 'status', 'operator', 'admin', 'share', 'new',
  // Files and names that browsers, crawlers and scanners ask for by themselves.
  'robots', 'robots.txt', 'favicon', 'favicon.ico', 'favicon.svg', 'sitemap', 'sitemap.xml', 'manifest', 'manifest.webmanifest',
  'humans.txt', 'security.txt', 'ads.txt', 'opensearch.xml', 'index', 'index.html', 'sw.js', 'ngsw', 'ngsw.json', 'ngsw-worker.js',
  'apple-touch-icon', 'apple-touch-icon.png', 'browserconfig.xml', '3rdpartylicenses.txt', '.well-known', 'well-known',
  ROOT_PREFIX,
]);

/**
 * Labels that a workspace cannot have as slug: names of infrastructure, and words that could be mistaken for the
 * product itself.
 */
// prettier-ignore
export const RESERVED_WORKSPACE_SLUGS: ReadonlySet<string> = new Set([
  'www', 'www1', 'www2', 'api', 'app', 'apps', 'web', 'admin', 'administrator', 'root', 'system', 'internal', 'local',
  'localhost', 'host', 'server', 'proxy', 'gateway', 'edge', 'cdn', 'static', 'assets', 'media', 'img', 'images',
  'files', 'uploads', 'download', 'downloads', 'mail', 'email', 'webmail', 'smtp', 'imap', 'pop', 'pop3', 'mta', 'mx',
  'ftp', 'sftp', 'ssh', 'vpn', 'dns', 'ns1', 'ns2', 'ns3', 'ns4', 'ntp', 'ldap', 'sso', 'oauth', 'oidc', 'auth',
  'login', 'logout', 'signin', 'signup', 'register', 'account', 'accounts', 'invite', 'setup', 'autoconfig',
  'autodiscover', 'wpad', 'isatap', 'broadcasthost', 'postmaster', 'hostmaster', 'webmaster', 'abuse', 'noreply',
  'no-reply', 'security', 'status', 'health', 'metrics', 'monitor', 'monitoring', 'grafana', 'prometheus', 'redis',
  'postgres', 'database', 'db1', 'backup', 'staging', 'stage', 'production', 'prod', 'dev', 'preview', 'sandbox',
  'git', 'jenkins', 'help', 'support', 'docs', 'blog', 'about', 'legal', 'privacy', 'terms', 'billing',
  'payment', 'payments', 'pricing', 'dashboard', 'console', 'portal', 'operator', 'workspace', 'workspaces', 'link',
  'links', 'short', 'redirect', 'go', 'signpost', 'official',
]);
