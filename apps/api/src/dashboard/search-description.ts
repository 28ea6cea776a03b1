import type { Express, Request } from 'express';
import { escapeHtml } from '../platform/escape-html.js';

const PATH = '/opensearch.xml';

/**
 * Answers browsers that offer to search the links of a dashboard from their address field (OpenSearch 1.1). It names whole
 * addresses, so it is written for the host that is asked.
 * @param siteOf name, of 16 characters at most as browsers show no more, and origin of the dashboard that is asked.
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
