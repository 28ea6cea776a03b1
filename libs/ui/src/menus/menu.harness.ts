import { ComponentHarness, TestElement, TestKey } from '@angular/cdk/testing';

/** Drives a button with `spMenuTrigger`; its menu is an overlay at the end of the document. */
export class MenuHarness extends ComponentHarness {
  static hostSelector = '[aria-haspopup=menu]';

  async toggle(): Promise<void> {
    await (await this.host()).click();
  }

  async isOpen(): Promise<boolean> {
    return (await (await this.host()).getAttribute('aria-expanded')) === 'true';
  }

  /** The labels of the open menu, top to bottom. */
  async choices(): Promise<string[]> {
    return Promise.all((await this.items()).map((item) => item.text()));
  }

  async choose(text: string): Promise<void> {
    await (await this.itemNamed(text)).click();
  }

  async isChecked(text: string): Promise<boolean> {
    return (await (await this.itemNamed(text)).getAttribute('aria-checked')) === 'true';
  }

  /** Presses a key on the focused element: in the menu when it is open, else on the button. */
  async press(...keys: (string | TestKey)[]): Promise<void> {
    const target = (await this.focused()) ?? (await this.host());
    await target.sendKeys(...keys);
  }

  /** The label of the focused choice, or null. */
  async focusedChoice(): Promise<string | null> {
    return (await (await this.focused())?.text()) ?? null;
  }

  private async focused(): Promise<TestElement | null> {
    for (const item of await this.items()) if (await item.isFocused()) return item;
    return null;
  }

  private async itemNamed(text: string): Promise<TestElement> {
    for (const item of await this.items()) if ((await item.text()) === text) return item;
    throw new Error(`the menu has no “${text}”`);
  }

  private items(): Promise<TestElement[]> {
    return this.documentRootLocatorFactory().locatorForAll('[role=menuitem], [role=menuitemradio]')();
  }
}
