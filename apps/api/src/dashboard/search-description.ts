import type { Express, Request } from 'express';
import { escapeHtml } from '../platform/escape-html.js';

const PATH = '/opensearch.xml';

/**
 * Serves the OpenSearch 1.1 description with which browsers search a dashboard's links from their address bar. It
 * contains absolute URLs, so it is generated for the requested host.
 * @param siteOf name (at most 16 characters, as browsers show no more) and origin of the requested dashboard.
 */
export function serveSearchDescription(
  app: Express,
  siteOf: (request: Request) => { readonly name: string; readonly origin: string },
): void {
  app.get(PATH, (request, response) => {
    const { name, origin } = siteOf(request);
    response.setHeader('Cache-Control', 'no-cache');
    response.type('application/opensearchdescription+xml').send(`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeHtml(name)}</ShortName>
  <Description>Short links of ${escapeHtml(name)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/x-icon">${escapeHtml(origin)}/favicon.ico</Image>
  <Url type="text/html" method="get" template="${escapeHtml(origin)}/links?q={searchTerms}"/>
</OpenSearchDescription>
`);
  });
}
