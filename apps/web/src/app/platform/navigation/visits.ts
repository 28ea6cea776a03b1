import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import type { HandOver, HandOverInput } from '@signpost/contracts';
import { firstValueFrom } from 'rxjs';
import { HostStore } from '../host';
import { SessionStore } from '../session';

/** The ways between the hosts of multi mode: each workspace's dashboard has one, and the bare one is for everybody. */
@Injectable({ providedIn: 'root' })
export class Visits {
  private readonly http = inject(HttpClient);
  private readonly session = inject(SessionStore);
  private readonly host = inject(HostStore);
  private readonly router = inject(Router);

  /** Goes to the start of the dashboard at `url`, signed in as here. */
  async to(url: string): Promise<void> {
    if (new URL(url).origin === location.origin) {
      await this.session.load();
      // Back leads to where one was before, not to a form or an invitation that is done with.
      await this.router.navigateByUrl('/', { replaceUrl: true });
    } else {
      location.assign(this.isSharing(url) ? url : await this.handedOver(url));
    }
  }

  /** Signs out, then goes to a page of the bare host that is for visitors. */
  async outside(path: string): Promise<void> {
    await this.session.signOut();
    const context = await this.host.load();
    location.assign(`${context?.publicUrl ?? ''}${path}`);
  }

  /**
   * Whether the session here is also the session there. Browsers share no cookie below a name without a dot, such as
   * `localhost`.
   */
  isSharing(url: string): boolean {
    return new URL(url).hostname.split('.').length > 2;
  }

  /** An address that takes the session along; the plain one when the server does not hand over. */
  private async handedOver(url: string): Promise<string> {
    const [workspace = ''] = new URL(url).hostname.split('.');
    try {
      const input: HandOverInput = { workspace };
      return (await firstValueFrom(this.http.post<HandOver>('/api/auth/hand-over', input))).url;
    } catch {
      return url;
    }
  }
}
