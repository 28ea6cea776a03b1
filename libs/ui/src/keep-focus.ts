/**
 * When what had the keyboard's place goes from the page, that place goes on to what `selector` finds once the page is
 * drawn anew; the page's content, unless something else has taken its place. Does nothing when it was not lost.
 */
export function keepFocus(selector = 'main'): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(selector)?.focus();
  });
}
