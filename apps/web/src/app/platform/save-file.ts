/** Saves data created by the page as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Safari reads the URL shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
