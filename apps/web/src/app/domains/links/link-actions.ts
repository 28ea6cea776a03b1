import { inject, Injectable, Injector, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import type { Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom, Observable } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import type { EditorStart } from './link-editor';
import { LinksApi } from './links-api';

/** What a person does to one link, from wherever it shows. Everything is done at once and can be undone. */
@Injectable({ providedIn: 'root' })
export class LinkActions {
  private readonly api = inject(LinksApi);
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(Problems);
  private readonly injector = inject(Injector);
  private readonly changes = signal(0);
  /** Rises after every change of any link: screens that list links read it and load again. */
  readonly changed = this.changes.asReadonly();

  touched(): void {
    this.changes.update((n) => n + 1);
  }

  pause(link: Link): Promise<boolean> {
    return this.run(this.api.update(link.id, { isEnabled: false }), 'links.done.paused', link, () => this.resume(link));
  }

  resume(link: Link): Promise<boolean> {
    return this.run(this.api.update(link.id, { isEnabled: true }), 'links.done.resumed', link, () => this.pause(link));
  }

  archive(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.unarchive(link);
    return this.run(this.api.update(link.id, { archived: true }), 'links.done.archived', link, undo);
  }

  unarchive(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.archive(link);
    return this.run(this.api.update(link.id, { archived: false }), 'links.done.unarchived', link, undo);
  }

  remove(link: Link): Promise<boolean> {
    return this.run(this.api.remove(link.id), 'links.done.deleted', link, () => this.restore(link));
  }

  restore(link: Link): Promise<boolean> {
    return this.run(this.api.restore(link.id), 'links.done.restored', link);
  }

  /** Opens the create panel; the new link when one was made. */
  create(start: { destinationUrl?: string; campaignId?: string } = {}): Promise<Link | undefined> {
    return this.openEditor(start);
  }

  /** Opens the edit panel; the link as saved when it was. */
  edit(link: Link): Promise<Link | undefined> {
    return this.openEditor({ link });
  }

  /** Opens the QR studio. */
  async qr(link: Link): Promise<void> {
    const [{ QrStudio }, dialogs] = await Promise.all([import('./qr-studio'), this.dialogs()]);
    dialogs.open(QrStudio, link);
  }

  private async openEditor(start: EditorStart): Promise<Link | undefined> {
    const [{ LinkEditor }, dialogs] = await Promise.all([import('./link-editor'), this.dialogs()]);
    const ref = dialogs.openPanel<Link, EditorStart, InstanceType<typeof LinkEditor>>(LinkEditor, start);
    return firstValueFrom(ref.closed, { defaultValue: undefined });
  }

  /** Dialogs and their words come when the first one opens: lists do without. */
  private async dialogs(): Promise<Dialogs> {
    const [{ Dialogs }] = await Promise.all([import('../../platform/dialogs'), this.i18n.use('links')]);
    return this.injector.get(Dialogs);
  }

  private async run(
    request: Observable<unknown>,
    message: string,
    link: Link,
    undo?: () => Promise<boolean>,
  ): Promise<boolean> {
    try {
      await firstValueFrom(request);
    } catch (error) {
      this.problems.toast(error);
      return false;
    }
    this.touched();
    this.toasts.done(this.i18n.t(message, { slug: link.slug }), undo && (() => void undo()));
    return true;
  }
}
