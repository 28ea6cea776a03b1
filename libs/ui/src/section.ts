import { Component, input } from '@angular/core';

let nextId = 0;

/** A section of a settings page: its description at the start, the card with its controls next to it. */
@Component({
  selector: 'sp-section',
  template: `<section [attr.aria-labelledby]="id">
    <div class="about">
      <h2 [id]="id">{{ heading() }}</h2>
      @if (text()) {
        <p>{{ text() }}</p>
      }
      <ng-content select="[sectionAside]" />
    </div>
    <div class="card"><ng-content /></div>
  </section>`,
  styles: `
    :host {
      display: block;
      scroll-margin-block-start: 16px;
    }
    section {
      display: grid;
      grid-template-columns: minmax(0, 260px) minmax(0, 1fr);
      align-items: start;
      gap: 16px 32px;
      padding-block: 24px;
      border-block-start: 1px solid var(--line);
    }
    :host(:first-of-type) section {
      padding-block-start: 8px;
      border: 0;
    }
    .about {
      display: grid;
      gap: 4px;
      align-content: start;
      justify-items: start;
    }
    h2 {
      font-size: 0.875rem;
      line-height: 1.25rem;
    }
    p {
      color: var(--ink-2);
      font-size: 0.8125rem;
      text-wrap: pretty;
    }
    .card {
      min-inline-size: 0;
    }
    @media (max-width: 53.75em) {
      section {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `,
})
export class Section {
  readonly heading = input.required<string>();
  readonly text = input('');
  protected readonly id = `sp-section-${nextId++}`;
}
