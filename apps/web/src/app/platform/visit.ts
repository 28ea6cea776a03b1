import { Router } from '@angular/router';
import { SessionStore } from './session';

/** Goes to the start of a workspace's dashboard, which in multi mode is another host. */
export async function visit(url: string, session: SessionStore, router: Router): Promise<void> {
  if (new URL(url).origin !== location.origin) {
    location.assign(url);
    return;
  }
  await session.load();
  await router.navigateByUrl('/');
}
