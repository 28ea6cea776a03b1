import { inject, Injectable, Injector, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { copyText, Toasts } from '@signpost/ui';
import type { Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../../platform/words/i18n';
import { DialogLoader } from '../../../platform/navigation/dialog-loader';
import { InOrder } from '../../../platform/requests/in-order';
import { Problems, toProblem } from '../../../platform/requests/problem';
import type { EditorStart, Saved } from '../editor/link-editor';
import { LinksApi } from '../links-api';
import { NewLinks } from '../made/new-links';

/** Expected result of a pending request for a link; `change` is null when the link is deleted. */
interface Expected {
  readonly id: string;
  readonly change: Partial<Link> | null;
  isAnswered: boolean;
}

/** Actions on one link, from any screen. Each is done at once and can be undone. */
@Injectable({ providedIn: 'root' })
export class LinkActions {
  private readonly api = inject(LinksApi);
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(Problems);
  private readonly loader = inject(DialogLoader);
  private readonly injector = inject(Injector);
  private readonly made = inject(NewLinks);
  private readonly changes = signal(0);
  /** Incremented after every change of any link: screens that list links read it and reload. */
  readonly changed = this.changes.asReadonly();
  /** In the order of the requests: one link may have several pending ones. */
  private readonly expected = signal<readonly Expected[]>([]);
  private readonly order = new InOrder();

  touched(): void {
    this.changes.update((n) => n + 1);
  }

  /**
   * Applies the expected results of pending requests to a list, so that it updates at once. A failed request restores
   * it.
   * @param stays whether a changed link still belongs to the list.
   */
  asExpected(links: readonly Link[], stays: (link: Link) => boolean): readonly Link[] {
    const expected = this.expected();
    if (expected.length === 0) return links;
    return links.flatMap((link) => {
      const changes = expected.filter(({ id }) => id === link.id).map(({ change }) => change);
      if (changes.length === 0) return [link];
      const changed = changes.reduce<Link>((before, change) => ({ ...before, ...change }), link);
      return changes.includes(null) || !stays(changed) ? [] : [changed];
    });
  }

  /** A list was reloaded: it contains the results of requests that were answered before. */
  loaded(): void {
    this.expected.update((before) => before.filter(({ isAnswered }) => !isAnswered));
  }

  pause(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.resume(link);
    const expected = this.expect(link, { isEnabled: false, status: 'disabled' });
    return this.run(() => this.api.update(link.id, { isEnabled: false }), 'links.done.paused', link, {
      undo,
      expected,
    });
  }

  resume(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.pause(link);
    return this.run(() => this.api.update(link.id, { isEnabled: true }), 'links.done.resumed', link, { undo });
  }

  archive(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.unarchive(link);
    const expected = this.expect(link, { archived: true });
    return this.run(() => this.api.update(link.id, { archived: true }), 'links.done.archived', link, {
      undo,
      expected,
    });
  }

  unarchive(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.archive(link);
    const expected = this.expect(link, { archived: false });
    return this.run(() => this.api.update(link.id, { archived: false }), 'links.done.unarchived', link, {
      undo,
      expected,
    });
  }

  remove(link: Link): Promise<boolean> {
    const undo = (): Promise<boolean> => this.restore(link);
    return this.run(() => this.api.remove(link.id), 'links.done.deleted', link, {
      undo,
      expected: this.expect(link, null),
    });
  }

  restore(link: Link): Promise<boolean> {
    return this.run(
      () => this.bringBack(link.id),
      (isMine) => `links.done.${isMine ? 'restored' : 'isBack'}`,
      link,
    );
  }

  /** Opens the create panel; resolves to the new link if one was created. */
  create(start: { destinationUrl?: string; title?: string; campaignId?: string } = {}): Promise<Link | undefined> {
    return this.openEditor(start);
  }

  /** Opens the create panel with the values of a link; resolves to the new link if one was created. */
  duplicate(link: Link): Promise<Link | undefined> {
    // The focus is on the slug: it is what the copy needs of its own.
    return this.openEditor({ like: link }, 'app-slug-field input');
  }

  /** Opens the edit panel; resolves to the saved link if it was saved. */
  edit(link: Link): Promise<Link | undefined> {
    return this.openEditor({ link });
  }

  /** Opens the QR studio. */
  async qr(link: Link): Promise<void> {
    const part = await this.loader.fetch(() =>
      Promise.all([import('../qr/qr-studio'), this.dialogs(), this.i18n.use('qr')]),
    );
    if (!part) return;
    const [{ QrStudio }, dialogs] = part;
    dialogs.open(QrStudio, link);
  }

  /** Opens the dialog for the codes of several links, at most as many as one request may name. */
  async qrOfMany(ids: readonly string[]): Promise<void> {
    const part = await this.loader.fetch(() =>
      Promise.all([import('../qr/qr-sheet'), this.dialogs(), this.i18n.use('qr')]),
    );
    if (!part) return;
    const [{ QrSheet }, dialogs] = part;
    dialogs.open(QrSheet, ids);
  }

  /**
   * Takes a link out of the trash; false when another user had restored it before. Rejects when it was deleted
   * permanently.
   */
  private async bringBack(id: string): Promise<boolean> {
    try {
      await this.api.restore(id);
      return true;
    } catch (refusal) {
      if (!isGone(refusal)) throw refusal;
      await this.api.get(id);
      return false;
    }
  }

  private async openEditor(start: EditorStart, first?: string): Promise<Link | undefined> {
    const part = await this.loader.fetch(() => Promise.all([import('../editor/link-editor'), this.dialogs()]));
    if (!part) return undefined;
    const [{ LinkEditor }, dialogs] = part;
    // A new link takes what was typed while the panel was on its way; others have a destination.
    const input: EditorStart = { destinationUrl: this.loader.typed(), ...start };
    const ref = dialogs.openPanel<Saved, EditorStart, InstanceType<typeof LinkEditor>>(LinkEditor, input, first);
    const saved = await firstValueFrom(ref.closed, { defaultValue: undefined });
    if (!saved) return undefined;
    this.touched();
    if (start.link) this.made.renew(saved.link);
    else this.announceMade(saved);
    return saved.link;
  }

  private announceMade({ link, isCopied }: Saved): void {
    this.made.add([link]);
    const url = readableAddress(link.shortUrl);
    if (isCopied) this.toasts.done(this.i18n.t('links.done.createdAndCopied', { url }));
    else {
      const copy = (): void => void this.copy(url);
      this.toasts.done(this.i18n.t('links.done.created', { url }), copy, this.i18n.t('ui.copy'));
    }
  }

  /** Copies an address from a toast, which closes on click: another toast reports the outcome. */
  private async copy(url: string): Promise<void> {
    if (await copyText(url)) this.toasts.done(this.i18n.t('links.done.copied', { url }));
    else this.toasts.error(this.i18n.t('links.done.notCopied', { url }));
  }

  /** Dialogs and their texts are loaded when the first one opens: lists do not need them. */
  private async dialogs(): Promise<Dialogs> {
    const [{ Dialogs }] = await Promise.all([import('../../../platform/dialogs'), this.i18n.use('links')]);
    return this.injector.get(Dialogs);
  }

  private expect({ id }: Link, change: Expected['change']): Expected {
    const expected = { id, change, isAnswered: false };
    this.expected.update((before) => [...before, expected]);
    return expected;
  }

  private async run<T>(
    send: () => Promise<T>,
    message: string | ((answer: T) => string),
    link: Link,
    { undo, expected }: { undo?: () => Promise<boolean>; expected?: Expected } = {},
  ): Promise<boolean> {
    let answer: T;
    try {
      answer = await this.order.run(link.id, send);
    } catch (error) {
      // The request failed: the link is unchanged, unless another user has deleted it.
      this.expected.update((before) => before.filter((one) => one !== expected));
      if (isGone(error)) {
        this.expect(link, null).isAnswered = true;
        this.touched();
      }
      this.problems.toast(error);
      return false;
    }
    if (expected) expected.isAnswered = true;
    if (expected?.change === null) this.made.forget(link.id);
    this.touched();
    const text = typeof message === 'string' ? message : message(answer);
    this.toasts.done(this.i18n.t(text, { slug: link.slug }), undo && (() => void undo()));
    return true;
  }
}

/** Whether the error says that a link does not exist; one in the trash does not either. */
export function isGone(error: unknown): boolean {
  return toProblem(error).code === 'link_not_found';
}
