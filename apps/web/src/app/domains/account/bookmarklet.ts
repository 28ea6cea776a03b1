/**
 * A bookmarklet that opens the create panel of the dashboard at `origin` in a new tab, filled with URL and title of the
 * current page. It reads nothing else of that page.
 */
export function bookmarklet(origin: string): string {
  const target = `'${origin}/new?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)`;
  return `javascript:void(open(${target}))`;
}
