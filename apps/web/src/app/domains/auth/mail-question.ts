import { NgTemplateOutlet } from '@angular/common';
import { Component, contentChild, inject, input, OnInit, signal, TemplateRef } from '@angular/core';
import { Button, Failed, Skeleton } from '@signpost/ui/light';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { AuthNotice } from './auth-notice';

export type Decision = 'confirm' | 'reject';
/** What an answer has led to: `waiting` needs another answer elsewhere. */
export type Outcome = 'done' | 'rejected' | 'waiting';
/** `spent`: the token does not work any more. */
export type MailState = 'checking' | 'asking' | 'failed' | 'spent' | Outcome;

/**
 * The question that a mail's link leads to, with its two answers. Opening the page changes nothing, because mail
 * scanners open links too. What follows an answer, or a token that does not work any more, is a projected template: it
 * is created after the question is gone, so that its notice sets the page title last.
 */
@Component({
  selector: 'app-mail-question',
  imports: [AuthNotice, Button, Failed, FormFailure, NgTemplateOutlet, Skeleton],
  template: `
    @switch (state()) {
      @case ('checking') {
        <h1 class="sr-only">{{ i18n.t(words() + '.title') }}</h1>
        <sp-skeleton [count]="3" />
      }
      @case ('failed') {
        <sp-failed [text]="failure()" (retry)="check()" />
      }
      @case ('asking') {
        <app-auth-notice icon="mail" tone="signal" [heading]="i18n.t(words() + '.askHeading')" [text]="text()">
          <app-form-failure [text]="failure()" />
          <button spButton variant="primary" type="button" [busy]="busy() === 'confirm'" (click)="decide('confirm')">
            {{ i18n.t(words() + '.confirm') }}
          </button>
          <button spButton variant="danger" type="button" [busy]="busy() === 'reject'" (click)="decide('reject')">
            {{ i18n.t(words() + '.reject') }}
          </button>
        </app-auth-notice>
      }
      @default {
        <ng-container [ngTemplateOutlet]="ending()" />
      }
    }
  `,
  styleUrl: './auth-screen.css',
})
export class MailQuestion implements OnInit {
  /** Where the texts are: `title`, `askHeading`, `confirm` and `reject` under this key. */
  readonly words = input.required<string>();
  /** The question itself. */
  readonly text = input.required<string>();
  /** Asks the server what the question is about. */
  readonly inspect = input.required<() => Promise<void>>();
  readonly answer = input.required<(decision: Decision) => Promise<Outcome>>();
  readonly state = signal<MailState>('checking');

  protected readonly i18n = inject(I18n);
  private readonly problems = inject(Problems);
  protected readonly ending = contentChild.required(TemplateRef);
  protected readonly busy = signal<Decision | null>(null);
  protected readonly failure = signal('');

  ngOnInit(): void {
    void this.check();
  }

  protected async check(): Promise<void> {
    this.state.set('checking');
    try {
      await this.inspect()();
      this.state.set('asking');
    } catch (error) {
      this.refuse(error, 'failed');
    }
  }

  protected async decide(decision: Decision): Promise<void> {
    if (this.busy()) return;
    this.busy.set(decision);
    this.failure.set('');
    try {
      this.state.set(await this.answer()(decision));
    } catch (error) {
      this.refuse(error, 'asking');
    } finally {
      this.busy.set(null);
    }
  }

  private refuse(error: unknown, otherwise: 'failed' | 'asking'): void {
    const problem = toProblem(error);
    // A malformed token is as spent as a used one.
    const spent = problem.code === 'token_invalid' || problem.status === 422;
    this.failure.set(this.problems.text(problem));
    this.state.set(spent ? 'spent' : otherwise);
  }
}
