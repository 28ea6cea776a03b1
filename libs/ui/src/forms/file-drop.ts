import { Component, input, output, signal } from '@angular/core';
import { Icon } from '../icon';

let nextId = 0;

/** An area to drop one file on, or to click and choose it. */
@Component({
  selector: 'sp-file-drop',
  imports: [Icon],
  template: `<label
    [attr.for]="id"
    [class.over]="over()"
    (dragover)="$event.preventDefault(); over.set(true)"
    (dragleave)="over.set(false)"
    (drop)="$event.preventDefault(); over.set(false); take($event.dataTransfer?.files)"
  >
    <sp-icon name="upload" [size]="20" />
    <strong>{{ label() }}</strong>
    <span class="muted small">{{ hint() }}</span>
    <input
      #file
      class="sr-only"
      type="file"
      [id]="id"
      [attr.accept]="accept()"
      (change)="take(file.files); file.value = ''"
    />
  </label>`,
  styles: `
    label {
      position: relative;
      display: grid;
      justify-items: center;
      gap: 4px;
      padding: 32px 16px;
      border: 1.5px dashed var(--line-2);
      border-radius: var(--r-card);
      background: var(--surface);
      text-align: center;
      cursor: pointer;
    }
    label:hover,
    label.over {
      background: var(--signal-soft);
      border-color: var(--ink);
    }
    label:has(:focus-visible) {
      outline: 2px solid var(--ink);
      outline-offset: 2px;
      box-shadow: 0 0 0 2px var(--signal);
    }
  `,
})
export class FileDrop {
  readonly label = input.required<string>();
  readonly hint = input('');
  readonly accept = input<string | null>(null);
  readonly chosen = output<File>();
  protected readonly over = signal(false);
  protected readonly id = `sp-file-${nextId++}`;

  protected take(files: FileList | null | undefined): void {
    const file = files?.item(0);
    if (file) this.chosen.emit(file);
  }
}
