import { ComponentHarness, TestElement, TestKey } from '@angular/cdk/testing';

/** Drives an open dialog; load it from the document root. */
export class DialogHarness extends ComponentHarness {
  static hostSelector = '[role=dialog]';

  /** Its accessible name: the text of the element that labels it. */
  async name(): Promise<string> {
    const id = await (await this.host()).getAttribute('aria-labelledby');
    return (await this.locatorFor(`#${id ?? 'none'}`)()).text();
  }

  async text(): Promise<string> {
    return (await this.host()).text();
  }

  async press(name: string): Promise<void> {
    await (await this.button(name)).click();
  }

  async isEnabled(name: string): Promise<boolean> {
    return !(await (await this.button(name)).getProperty<boolean>('disabled'));
  }

  async type(text: string): Promise<void> {
    const field = await this.locatorFor('input, textarea')();
    await field.setInputValue(text);
    await field.dispatchEvent('input');
  }

  async escape(): Promise<void> {
    await (await this.host()).sendKeys(TestKey.ESCAPE);
  }

  /** Whether the focus is inside. */
  async hasFocus(): Promise<boolean> {
    const inside = await this.locatorForAll('button, input, textarea, select')();
    const focused = await Promise.all(inside.map((element) => element.isFocused()));
    return focused.includes(true);
  }

  private async button(name: string): Promise<TestElement> {
    for (const button of await this.locatorForAll('button')()) {
      const label = (await button.getAttribute('aria-label')) ?? (await button.text());
      if (label.trim() === name) return button;
    }
    throw new Error(`the dialog has no button “${name}”`);
  }
}
