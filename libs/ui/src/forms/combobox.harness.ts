import { ComponentHarness, TestElement, TestKey } from '@angular/cdk/testing';

/** Drives an `sp-combobox`; its list is an overlay at the end of the document. */
export class ComboboxHarness extends ComponentHarness {
  static hostSelector = 'sp-combobox';

  private readonly field = this.locatorFor('input');

  async open(): Promise<void> {
    await (await this.field()).click();
  }

  async type(text: string): Promise<void> {
    const field = await this.field();
    await field.setInputValue(text);
    await field.dispatchEvent('input');
  }

  async press(key: TestKey): Promise<void> {
    await (await this.field()).sendKeys(key);
  }

  async leave(): Promise<void> {
    await (await this.field()).blur();
  }

  async options(): Promise<string[]> {
    const options = await this.optionElements();
    return Promise.all(options.map((option) => option.text()));
  }

  async isOpen(): Promise<boolean> {
    return (await (await this.field()).getAttribute('aria-expanded')) === 'true';
  }

  async text(): Promise<string> {
    return (await this.field()).getProperty<string>('value');
  }

  /** What stands in the field while it is empty. */
  async placeholder(): Promise<string> {
    return (await this.field()).getProperty<string>('placeholder');
  }

  /** The text of the live region. */
  async news(): Promise<string> {
    return (await this.locatorFor('[role=status]')()).text();
  }

  private optionElements(): Promise<TestElement[]> {
    return this.documentRootLocatorFactory().locatorForAll('[role=option]')();
  }
}
