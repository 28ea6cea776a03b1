import { ComponentHarness, TestElement } from '@angular/cdk/testing';

/** Drives an `sp-range-picker`; its panel is an overlay at the end of the document. */
export class RangePickerHarness extends ComponentHarness {
  static hostSelector = 'sp-range-picker';

  private readonly button = this.locatorFor('button[aria-haspopup=dialog]');

  async text(): Promise<string> {
    return (await this.button()).text();
  }

  async toggle(): Promise<void> {
    await (await this.button()).click();
  }

  async isOpen(): Promise<boolean> {
    return (await (await this.button()).getAttribute('aria-expanded')) === 'true';
  }

  /** The presets that are offered; the current one is marked with a star. */
  async presets(): Promise<string[]> {
    const presets = await this.all('[aria-pressed]');
    return Promise.all(
      presets.map(
        async (preset) => `${await preset.text()}${(await preset.getAttribute('aria-pressed')) === 'true' ? ' *' : ''}`,
      ),
    );
  }

  async choosePreset(text: string): Promise<void> {
    for (const preset of await this.all('[aria-pressed]')) {
      if ((await preset.text()) === text) return preset.click();
    }
    throw new Error(`no preset “${text}”`);
  }

  /** Presses a day of the calendar, such as `2026-11-21`. */
  async pressDay(day: string): Promise<void> {
    await (await this.one(`[data-day="${day}"]`)).click();
  }

  async hint(): Promise<string> {
    return (await this.one('.own .hint')).text();
  }

  async canApply(): Promise<boolean> {
    return !(await (await this.one('.own > [spButton]')).getProperty<boolean>('disabled'));
  }

  async apply(): Promise<void> {
    await (await this.one('.own > [spButton]')).click();
  }

  /** @param value `none`, `previous` or `year`. */
  async compareWith(value: string): Promise<void> {
    await (await this.one(`.compare input[value=${value}]`)).click();
  }

  /** Whether a comparison is offered at all. */
  async offersComparison(): Promise<boolean> {
    return (await this.all('.compare')).length > 0;
  }

  private one(selector: string): Promise<TestElement> {
    return this.documentRootLocatorFactory().locatorFor(selector)();
  }

  private all(selector: string): Promise<TestElement[]> {
    return this.documentRootLocatorFactory().locatorForAll(selector)();
  }
}
