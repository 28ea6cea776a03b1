/**
 * A bookmark that opens the create panel of the dashboard at `origin` in a new tab, filled with the address and the title of
 * the page that it is pressed on. It reads nothing else of that page.
 */
export function bookmarklet(origin: string): string {
  const target = `'${origin}/new?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)`;
  return `javascript:void(open(${target}))`;
}
