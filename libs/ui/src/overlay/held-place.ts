/**
 * A place in the tab's history to return to. Back and Forward cannot be refused: a page is notified after the address
 * has changed. Older browsers do not report their position in the history; there any move is taken for one step back.
 */
export class HeldPlace {
  private home: Pick<NavigationHistoryEntry, 'index' | 'key'> | null = null;
  private isComingBack = false;

  constructor() {
    // A navigation may still complete after a dialog has opened over its page.
    navigationOf(window)?.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType !== 'traverse') this.hold();
    });
  }

  /** Makes the current history entry the place. */
  hold(): void {
    const now = navigationOf(window)?.currentEntry;
    // Not the entry itself, which becomes invalid when its address is replaced.
    this.home = now ? { index: now.index, key: now.key } : null;
    this.isComingBack = false;
  }

  /** After a `popstate`: the number of steps from the place, negative before it, 0 at it. */
  stepsAway(): number {
    const now = navigationOf(window)?.currentEntry;
    if (now && this.home) return now.index - this.home.index;
    const wasComingBack = this.isComingBack;
    this.isComingBack = false;
    return wasComingBack ? 0 : -1;
  }

  /** Starts the return to the place, which the browser completes asynchronously. */
  comeBack(): void {
    this.isComingBack = true;
    const navigation = navigationOf(window);
    if (!navigation || !this.home) {
      history.go(1);
      return;
    }
    // Not `history.go`: a user who goes back twice quickly is two steps away by then.
    const { committed, finished } = navigation.traverseTo(this.home.key);
    // Rejected when the user navigates again in the meantime; that arrives as a `popstate` of its own.
    void Promise.allSettled([committed, finished]);
  }
}

function navigationOf(tab: { readonly navigation?: Navigation }): Navigation | undefined {
  return tab.navigation;
}
