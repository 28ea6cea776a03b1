/**
 * A place in the tab's history that somebody is to come back to. Back and Forward cannot be refused: a page hears of
 * them when the address has changed already. Older browsers do not tell where they are; there it is taken for one step back.
 */
export class HeldPlace {
  private home: Pick<NavigationHistoryEntry, 'index' | 'key'> | null = null;
  private isComingBack = false;

  constructor() {
    // A page may still be on its way when something opens over it.
    navigationOf(window)?.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType !== 'traverse') this.hold();
    });
  }

  /** From now on this is the place. */
  hold(): void {
    const now = navigationOf(window)?.currentEntry;
    // Not the entry itself, which ends when its address is replaced.
    this.home = now ? { index: now.index, key: now.key } : null;
    this.isComingBack = false;
  }

  /** After a `popstate`: how many steps from the place this is, negative behind it, 0 there. */
  stepsAway(): number {
    const now = navigationOf(window)?.currentEntry;
    if (now && this.home) return now.index - this.home.index;
    const wasComingBack = this.isComingBack;
    this.isComingBack = false;
    return wasComingBack ? 0 : -1;
  }

  /** Goes to the place, which the browser does in its own time. */
  comeBack(): void {
    this.isComingBack = true;
    const navigation = navigationOf(window);
    if (!navigation || !this.home) {
      history.go(1);
      return;
    }
    // Not `history.go`: somebody who goes back twice at once is two steps away by then.
    const { committed, finished } = navigation.traverseTo(this.home.key);
    // Fails when somebody goes on in the meantime, which is heard of as this was.
    void Promise.allSettled([committed, finished]);
  }
}

function navigationOf(tab: { readonly navigation?: Navigation }): Navigation | undefined {
  return tab.navigation;
}
