/**
 * A colour of the theme that applies to `element`, in a notation that canvases and picture files know: `light-dark()` and the
 * names of system colours mean something in a style sheet alone.
 * @param name of its token, without the hyphens.
 */
export function themeColour(element: Element, name: string): string {
  const probe = document.createElement('span');
  // The chart's own choice of system colours, not one colour for all text.
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
