/** Host of an address as lists have it; empty where it is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');
