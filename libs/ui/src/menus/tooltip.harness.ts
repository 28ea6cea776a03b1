import { ComponentHarness } from '@angular/cdk/testing';

/** Drives an element with `spTooltip`; the bubble is an overlay at the end of the document. */
export class TooltipHarness extends ComponentHarness {
  static hostSelector = '[data-tooltip-test]';

  async hover(): Promise<void> {
    await (await this.host()).hover();
  }

  async leave(): Promise<void> {
    await (await this.host()).mouseAway();
  }

  /** The visible text, or null. */
  async text(): Promise<string | null> {
    const bubble = await this.documentRootLocatorFactory().locatorForOptional('[role=tooltip]')();
    return bubble && bubble.text();
  }

  /** Whether `aria-describedby` of the element refers to the bubble. */
  async isDescribed(): Promise<boolean> {
    const id = await (await this.host()).getAttribute('aria-describedby');
    return id !== null && (await this.documentRootLocatorFactory().locatorForOptional(`#${id}`)()) !== null;
  }
}
