import { effect, inject, Injectable, signal, untracked } from '@angular/core';
import { Title } from '@angular/platform-browser';
import { ActivatedRouteSnapshot, NavigationEnd, Router, RouterStateSnapshot, TitleStrategy } from '@angular/router';
import { filter } from 'rxjs';
import { I18n } from '../words/i18n';
import { SessionStore } from '../session';

/**
 * Route titles are message keys; the document title is the text in the current language, followed by the names of
 * workspace and product. A page may set a name from its content: its tabs keep that name, and a tab with a title of its
 * own is put before it.
 */
@Injectable({ providedIn: 'root' })
export class RouteTitles extends TitleStrategy {
  private readonly title = inject(Title);
  private readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  /** The path of the current page, and message keys: of the page, and of its tab. */
  private readonly place = signal<{ path: string; page?: string | undefined; tab?: string | undefined }>({ path: '' });
  private readonly named = signal({ path: '', text: '' });

  constructor() {
    super();
    effect(() => {
      const { path, page, tab } = this.place();
      const named = this.named();
      const name = (named.path === path && named.text) || (page && this.i18n.t(page));
      // Users have tabs of several workspaces open.
      const workspace = this.session.workspace()?.name;
      this.title.setTitle([tab && this.i18n.t(tab), name, workspace, 'Signpost'].filter(Boolean).join(' · '));
    });
  }

  override updateTitle({ root }: RouterStateSnapshot): void {
    const page = pageOf(root);
    const own = this.getResolvedTitleForRoute(page);
    const leaf = this.buildTitle({ root } as RouterStateSnapshot);
    this.place.set({ path: pathOf(page), page: own ?? leaf, tab: own === leaf ? undefined : leaf });
  }

  /** Names the page by its content once that is loaded; an empty text restores the name of its route. */
  set(text: string): void {
    this.named.set({ path: untracked(this.place).path, text });
  }
}

/** The route of the current page: the last one with a parameter, whose children are its tabs; else the last one. */
function pageOf(root: ActivatedRouteSnapshot): ActivatedRouteSnapshot {
  const chain = [root];
  for (let next = root.firstChild; next; next = next.firstChild) chain.push(next);
  return chain.findLast(({ routeConfig }) => routeConfig?.path?.includes(':')) ?? chain.at(-1) ?? root;
}

function pathOf(route: ActivatedRouteSnapshot): string {
  return route.pathFromRoot.flatMap(({ url }) => url.map(({ path }) => path)).join('/');
}

/**
 * After each change of page, the focus moves to the new page's heading, so that keyboard and screen reader users
 * follow. Between the tabs of one page the focus stays on the chosen tab: the heading is the same, and the tab says
 * what is shown.
 */
@Injectable({ providedIn: 'root' })
export class Navigation {
  private readonly router = inject(Router);
  private path = '';
  /** Path without query, for what depends on the current page. */
  readonly current = signal('');

  follow(): void {
    this.router.events.pipe(filter((event) => event instanceof NavigationEnd)).subscribe((event) => {
      const path = event.urlAfterRedirects.split(/[?#]/)[0] ?? '';
      const moved = this.path !== '' && path !== this.path;
      this.path = path;
      this.current.set(path);
      if (moved) setTimeout(() => focusHeading());
    });
  }
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading || document.activeElement?.closest('.cdk-overlay-container, sp-tab-nav')) return;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}
