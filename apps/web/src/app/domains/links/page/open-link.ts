import { Injectable, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';

/** The link whose page is open, for actions outside of that page; null on every other page. */
@Injectable({ providedIn: 'root' })
export class OpenLink {
  readonly link = signal<Link | null>(null);
}
