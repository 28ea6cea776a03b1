import { Component, computed, effect, inject, signal, untracked, viewChild } from '@angular/core';
import { IsActiveMatchOptions, Router, RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import {
  Button,
  Icon,
  IconButton,
  inTurns,
  Kbd,
  Logo,
  LogoPlate,
  Menu,
  MenuGroup,
  MenuItem,
  MenuRadio,
  MenuTrigger,
  Toasts,
  Tooltip,
} from '@signpost/ui';
import { OpenDialogs } from '@signpost/ui/start';
import { EndedSession } from '../platform/ended-session';
import { Connection } from '../platform/requests/connection';
import { Problems } from '../platform/requests/problem';
import { I18n, LANGUAGE_NAMES, LANGUAGES } from '../platform/words/i18n';
import { Navigation } from '../platform/navigation/navigation';
import { LazyLoader } from '../platform/navigation/lazy-loader';
import { SessionStore } from '../platform/session';
import { readSetting, writeSetting } from '../platform/settings';
import { Theme, ThemeChoice } from '../platform/theme';
import { Viewport } from '../platform/viewport';
import { NavItem, SERVER_NAV, WORK_NAV, WORKSPACE_NAV } from './nav';
import { Notices } from './notices';
import { Shortcuts } from './shortcuts';
import { SignOut } from './sign-out';
import { StickyBanner } from './sticky-banner';
import { WorkspaceSwitch } from './workspace-switch';
import { Workspaces } from './workspaces';

/** The start page is current only on its exact path, with any query; other entries also on subpaths. */
const WHOLE: IsActiveMatchOptions = {
  paths: 'exact',
  queryParams: 'ignored',
  fragment: 'ignored',
  matrixParams: 'ignored',
};
const PART: IsActiveMatchOptions = { ...WHOLE, paths: 'subset' };

/** Paths of the account menu. */
const PERSONAL: readonly string[] = ['/account', '/workspaces'];

/** The frame around every signed-in screen: sidebar, or a bottom bar on phones, account menu, offline notice. */
@Component({
  selector: 'app-shell',
  imports: [
    Button,
    Icon,
    IconButton,
    Kbd,
    Logo,
    LogoPlate,
    Menu,
    MenuGroup,
    MenuItem,
    MenuRadio,
    MenuTrigger,
    Notices,
    RouterLink,
    RouterLinkActive,
    RouterOutlet,
    StickyBanner,
    Tooltip,
    WorkspaceSwitch,
  ],
  templateUrl: './shell.html',
  styleUrl: './shell.css',
  host: {
    '(window:keydown)': 'shortcuts.press($event)',
    '(window:paste)': 'shortcuts.paste($event)',
    '[class.folded]': 'folded()',
  },
})
export class Shell {
  protected readonly i18n = inject(I18n);
  protected readonly loader = inject(LazyLoader);
  protected readonly session = inject(SessionStore);
  protected readonly theme = inject(Theme);
  protected readonly shortcuts = inject(Shortcuts);
  protected readonly connection = inject(Connection);
  protected readonly viewport = inject(Viewport);
  protected readonly out = inject(SignOut);
  private readonly navigation = inject(Navigation);
  private readonly router = inject(Router);
  private readonly ended = inject(EndedSession);
  private readonly dialogs = inject(OpenDialogs);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly outlet = viewChild.required(RouterOutlet);

  /**
   * The bottom bar of phones overlaps the page and is rendered one step after it: both at once would block too long.
   */
  protected readonly turn = inTurns(1);
  /** Whether the code of another page or of a dialog is on its way. */
  protected readonly isComing = computed(() => this.loader.loading() > 0 || this.router.currentNavigation() !== null);
  protected readonly whole = WHOLE;
  protected readonly part = PART;
  /** The user's choice, which applies at every width; without one the width decides. */
  private readonly sidebar = signal(readSetting('sidebar'));
  protected readonly folded = computed(
    () => this.sidebar() === 'folded' || (this.sidebar() !== 'open' && this.viewport.tight()),
  );
  protected readonly wideLogo = signal(false);
  /** A wide logo is not readable in the collapsed sidebar. */
  protected readonly logo = computed(() =>
    this.wideLogo() && this.folded() ? null : (this.session.workspace()?.logoUrl ?? null),
  );
  /** Whether the logo takes the place of the name, which a wide logo usually contains. */
  protected readonly hasWideLogo = computed(() => this.wideLogo() && this.logo() !== null);
  protected readonly work = computed(() => this.allowed(WORK_NAV));
  /** The other entries, grouped under headings. */
  protected readonly groups = computed(() =>
    [
      { label: 'nav.workspace', items: this.allowed(WORKSPACE_NAV) },
      { label: 'nav.server', items: this.session.user()?.isOperator ? SERVER_NAV : [] },
    ].filter(({ items }) => items.length > 0),
  );
  protected readonly phone = computed(() => this.work().filter((item) => item.phone));
  protected readonly more = computed(() => [
    ...this.work().filter((item) => !item.phone),
    ...this.groups().flatMap(({ items }) => items),
  ]);
  /** Whether phones reach the current page through "More" only. */
  protected readonly isUnderMore = computed(() => {
    const current = this.navigation.current();
    return [...this.more().map(({ path }) => path), ...PERSONAL].some(
      (path) => current === path || current.startsWith(`${path}/`),
    );
  });
  protected readonly several = inject(Workspaces).several;
  protected readonly themes: readonly { value: ThemeChoice; icon: 'monitor' | 'sun' | 'moon' }[] = [
    { value: 'system', icon: 'monitor' },
    { value: 'light', icon: 'sun' },
    { value: 'dark', icon: 'moon' },
  ];
  protected readonly languages = LANGUAGES;
  protected readonly languageNames = LANGUAGE_NAMES;

  constructor() {
    this.out.page = () => this.outlet().component;
    effect(() => {
      const notice = this.ended.lastNotice();
      if (notice) untracked(() => this.reportError(notice.key));
    });
  }

  /**
   * Reports that the role was changed, since a form that it does not allow disappears together with the error in it; or
   * that the session has ended under unsaved input.
   */
  private reportError(key: string): void {
    const text = this.i18n.t(key);
    const shown = this.toasts.toasts().find((toast) => toast.text === text);
    const isDenied = key === 'errors.permission_denied';
    if (!this.session.workspace() || this.dialogs.areThere() || (shown && (isDenied || shown.action))) return;
    if (isDenied) this.toasts.error(text);
    else this.problems.askToSignIn();
  }

  protected fold(): void {
    const choice = this.folded() ? 'open' : 'folded';
    this.sidebar.set(choice);
    writeSetting('sidebar', choice);
  }

  /** Moves the focus without changing the URL: `#main` would be resolved against the base URL. */
  protected skip(event: Event, main: HTMLElement): void {
    event.preventDefault();
    main.focus();
  }

  protected loadAgain(): void {
    location.reload();
  }

  private allowed(items: readonly NavItem[]): NavItem[] {
    return items.filter((item) => this.session.can(item.permission));
  }
}
