import { ComponentHarness, TestKey } from '@angular/cdk/testing';

/** Drives an `sp-chips-input` as a person would. */
export class ChipsInputHarness extends ComponentHarness {
  static hostSelector = 'sp-chips-input';

  private readonly field = this.locatorFor('input');
  private readonly removers = this.locatorForAll('.chip button');

  async type(text: string): Promise<void> {
    const field = await this.field();
    await field.sendKeys(text);
  }

  /** Replaces the content of the field in one step. */
  async paste(text: string): Promise<void> {
    const field = await this.field();
    await field.setInputValue(text);
    await field.dispatchEvent('input');
  }

  async text(): Promise<string> {
    return (await this.field()).getProperty<string>('value');
  }

  async enter(): Promise<void> {
    await (await this.field()).sendKeys(TestKey.ENTER);
  }

  /** Presses keys in the field one after the other. */
  async press(...keys: TestKey[]): Promise<void> {
    const field = await this.field();
    for (const key of keys) await field.sendKeys(key);
  }

  async backspace(): Promise<void> {
    await (await this.field()).sendKeys(TestKey.BACKSPACE);
  }

  async removeAt(index: number): Promise<void> {
    await (await this.removers())[index]?.click();
  }

  async suggestions(): Promise<string[]> {
    const options = await this.documentRootLocatorFactory().locatorForAll('.sp-options [role=option]')();
    return Promise.all(options.map((option) => option.text()));
  }

  /** The last announcement. */
  async announcement(): Promise<string> {
    return (await this.locatorFor('[role=status]')()).text();
  }

  async isFocused(): Promise<boolean> {
    return (await this.field()).isFocused();
  }

  async isFull(): Promise<boolean> {
    return (await this.field()).getProperty<boolean>('readOnly');
  }
}
