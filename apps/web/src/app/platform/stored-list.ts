import { signal } from '@angular/core';
import { readSetting, Setting, writeSetting } from './settings';

/** A list that the browser remembers, with other tabs that change it too: who changes it reads it first. */
export class StoredList<T> {
  private readonly list = signal<readonly T[]>([]);
  /** As it was when it was last read or written here. */
  readonly items = this.list.asReadonly();

  /** @param isItem leaves out what is no item: a newer or older version may have stored something else. */
  constructor(
    private readonly name: Setting,
    private readonly isItem: (value: unknown) => value is T,
  ) {
    this.read();
  }

  /** The list as it is now. */
  read(): readonly T[] {
    const text = readSetting(this.name);
    // Where storage is closed, the list lives here only.
    if (text !== null) this.list.set(this.parse(text));
    return this.list();
  }

  write(items: readonly T[]): void {
    this.list.set(items);
    writeSetting(this.name, JSON.stringify(items));
  }

  private parse(text: string): T[] {
    try {
      const value: unknown = JSON.parse(text);
      return Array.isArray(value) ? value.filter(this.isItem) : [];
    } catch {
      return [];
    }
  }
}
