import { Component, inject, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Icon, IconName, Logo } from '@signpost/ui';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { LazyLoader } from '../../platform/navigation/lazy-loader';
import { Problems, toProblem } from '../../platform/requests/problem';
import { Visits } from '../../platform/navigation/visits';
import { AuthApi } from '../auth/auth-api';
import { TurnstileBox } from '../auth/turnstile-box';

/** The front page of an instance that offers demos: what it is, a demo, and signing in. */
@Component({
  selector: 'app-landing-page',
  imports: [Button, Icon, Logo, RouterLink, TurnstileBox],
  templateUrl: './landing-page.html',
  styleUrl: './landing-page.css',
})
export class LandingPage {
  protected readonly i18n = inject(I18n);
  protected readonly loader = inject(LazyLoader);
  protected readonly host = inject(HostStore);
  private readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  private readonly visits = inject(Visits);
  protected readonly busy = signal(false);
  protected readonly failure = signal<string | null>(null);
  protected readonly token = signal<string | null>(null);
  private readonly check = viewChild(TurnstileBox);
  protected readonly ways = this.api.ways;
  /** Example rows of the picture; texts, not data. */
  protected readonly rows = ['spring', 'menu', 'jobs'];
  protected readonly points: readonly { icon: IconName; key: string }[] = [
    { icon: 'signpost', key: 'change' },
    { icon: 'chart-line', key: 'count' },
    { icon: 'shield', key: 'own' },
  ];

  /** Creates a demo workspace, or resumes the one of this browser, and opens it. */
  protected async tryIt(): Promise<void> {
    if (this.busy()) return;
    this.busy.set(true);
    this.failure.set(null);
    const turnstileToken = this.token();
    try {
      const { url } = await this.api.demo(turnstileToken ? { turnstileToken } : {});
      await this.visits.to(url);
    } catch (error) {
      this.failure.set(this.problems.text(toProblem(error)));
      this.check()?.reset();
      this.busy.set(false);
    }
  }
}
