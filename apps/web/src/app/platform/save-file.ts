/** Saves what the page has made as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Safari reads it a moment after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
