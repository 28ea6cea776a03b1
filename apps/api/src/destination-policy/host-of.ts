/** Host of a URL in the form used by lists; empty for an invalid URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');
