import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import type { HandOver, HandOverInput } from '@signpost/contracts';
import { ApiClient } from '../requests/api-client';
import { HostStore } from '../host';
import { SessionStore } from '../session';

/**
 * Navigation between the hosts of multi mode: each workspace's dashboard has one, and the bare host is for everybody.
 */
@Injectable({ providedIn: 'root' })
export class Visits {
  private readonly client = inject(ApiClient);
  private readonly session = inject(SessionStore);
  private readonly host = inject(HostStore);
  private readonly router = inject(Router);

  /** Opens the start page of the dashboard at `url`, with the session of this host. */
  async to(url: string): Promise<void> {
    if (new URL(url).origin === location.origin) {
      await this.session.load();
      // Replaces the history entry: Back must not return to a completed form or invitation.
      await this.router.navigateByUrl('/', { replaceUrl: true });
    } else {
      location.assign(this.isSharing(url) ? url : await this.handedOver(url));
    }
  }

  /** Signs out, then opens a page for visitors on the bare host. */
  async outside(path: string): Promise<void> {
    await this.session.signOut();
    const context = await this.host.load();
    location.assign(`${context?.publicUrl ?? ''}${path}`);
  }

  /**
   * Whether both hosts share the session cookie. Browsers do not share cookies below a name without a dot, such as
   * `localhost`.
   */
  isSharing(url: string): boolean {
    return new URL(url).hostname.split('.').length > 2;
  }

  /** A URL that transfers the session; the plain URL when the server refuses the transfer. */
  private async handedOver(url: string): Promise<string> {
    const [workspace = ''] = new URL(url).hostname.split('.');
    try {
      const input: HandOverInput = { workspace };
      return (await this.client.post<HandOver>('/api/auth/hand-over', input)).url;
    } catch {
      return url;
    }
  }
}
