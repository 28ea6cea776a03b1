import { inject, Injectable, Injector, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import type { Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom, Observable } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import type { EditorStart } from './link-editor';
import { LinksApi } from './links-api';

/** What of a link will be otherwise once a request is answered; null when the link will be gone. */
type Expected = Partial<Link> | null;

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
  private readonly expected = signal<ReadonlyMap<string, { change: Expected; isAnswered: boolean }>>(new Map());

  touched(): void {
    this.changes.update((n) => n + 1);
  }

  /**
   * Links as they will be when what is under way is answered: a list need not wait. A refusal puts them back.
   * @param stays whether a link that changes is still one of the list.
   */
  asExpected(links: readonly Link[], stays: (link: Link) => boolean): readonly Link[] {
    const expected = this.expected();
    if (expected.size === 0) return links;
    return links.flatMap((link) => {
      const change = expected.get(link.id)?.change;
      if (change === undefined) return [link];
      return change !== null && stays({ ...link, ...change }) ? [{ ...link, ...change }] : [];
    });
  }

  /** A list has loaded again: what had been answered before is in it. */
  loaded(): void {
    this.expected.update((before) => new Map([...before].filter(([, { isAnswered }]) => !isAnswered)));
  }

  pause(link: Link): Promise<boolean> {
    this.expect(link, { isEnabled: false, status: 'disabled' });
    return this.run(this.api.update(link.id, { isEnabled: false }), 'links.done.paused', link, () => this.resume(link));
  }

  resume(link: Link): Promise<boolean> {
    return this.run(this.api.update(link.id, { isEnabled: true }), 'links.done.resumed', link, () => this.pause(link));
  }

  archive(link: Link): Promise<boolean> {
    this.expect(link, { archived: true });
    const undo = (): Promise<boolean> => this.unarchive(link);
    return this.run(this.api.update(link.id, { archived: true }), 'links.done.archived', link, undo);
  }

  unarchive(link: Link): Promise<boolean> {
    this.expect(link, { archived: false });
    const undo = (): Promise<boolean> => this.archive(link);
    return this.run(this.api.update(link.id, { archived: false }), 'links.done.unarchived', link, undo);
  }

  remove(link: Link): Promise<boolean> {
    this.expect(link, null);
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

  private expect({ id }: Link, change: Expected): void {
    this.expected.update((before) => new Map(before).set(id, { change, isAnswered: false }));
  }

  /** @param isDone whether it was done as expected; otherwise the link is what it was. */
  private answered({ id }: Link, isDone: boolean): void {
    this.expected.update((before) => {
      const after = new Map(before);
      const entry = after.get(id);
      if (isDone && entry) after.set(id, { ...entry, isAnswered: true });
      else after.delete(id);
      return after;
    });
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
      this.answered(link, false);
      this.problems.toast(error);
      return false;
    }
    this.answered(link, true);
    this.touched();
    this.toasts.done(this.i18n.t(message, { slug: link.slug }), undo && (() => void undo()));
    return true;
  }
}
