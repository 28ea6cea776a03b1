const SAFE = new Set(['GET', 'HEAD']);

/** The document for this page: requests go to its own host, and the cookie has no input, because the browser sends it itself. */
function asRead(document) {
  const { cookie: _cookie, ...securitySchemes } = document.components.securitySchemes;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    operation.security = operation.security?.filter((way) => !('cookie' in way));
  }
  return {
    ...document,
    servers: [{ url: location.origin }],
    security: [],
    components: { ...document.components, securitySchemes },
  };
}

/** Adds the cookie jar to curl commands, because only browsers send cookies by themselves. */
function withCookieJar(request) {
  const path = new URL(request.url, location.origin).pathname;
  const jar = path.startsWith('/api/auth/login') ? ['-b cookies.txt', '-c cookies.txt'] : ['-b cookies.txt'];
  if (!SAFE.has(request.method ?? 'GET') || path.startsWith('/api/')) request.curlOptions = jar;
  return request;
}

/** Shows the account that the examples run as. */
async function showSession() {
  const who = document.getElementById('who');
  const answer = await fetch('/api/auth/session').catch(() => null);
  const session = answer?.ok ? await answer.json() : null;
  const address = session?.user?.email;
  if (address) {
    who.textContent = `Examples run as ${address}`;
    return;
  }
  const link = document.createElement('a');
  link.href = '/login';
  link.textContent = 'Sign in';
  who.replaceChildren(link, ' and come back, or run POST /api/auth/login below');
}

/** Adds what Swagger UI lacks for accessibility: labels of fields, and examples that can be scrolled with the keyboard. */
function complete(root) {
  for (const field of root.querySelectorAll('textarea:not([aria-label])'))
    field.setAttribute('aria-label', 'Request body');
  for (const field of root.querySelectorAll('select:not([aria-label]), input[type="file"]:not([aria-label])'))
    field.setAttribute('aria-label', field.closest('tr')?.dataset.paramName ?? 'Choice');
  for (const example of root.querySelectorAll('.microlight:not([tabindex])')) example.tabIndex = 0;
}

async function start() {
  const answer = await fetch('/api/openapi.json');
  window.SwaggerUIBundle({
    spec: asRead(await answer.json()),
    dom_id: '#reader',
    // Links to single operations would be links inside buttons, which screen readers cannot reach.
    deepLinking: false,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    requestInterceptor: withCookieJar,
    responseInterceptor: (response) => {
      if (new URL(response.url).pathname.startsWith('/api/auth/')) void showSession();
      return response;
    },
  });
}

const reader = document.getElementById('reader');
new MutationObserver(() => complete(reader)).observe(reader, { childList: true, subtree: true });
void showSession();
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void showSession();
});
start().catch(() => {
  reader.textContent = 'The description could not be read. Load this page again.';
});
