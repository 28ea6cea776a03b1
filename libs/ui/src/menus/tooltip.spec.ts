import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Tooltip } from './tooltip';
import { TooltipHarness } from './tooltip.harness';

@Component({
  imports: [Tooltip],
  template: `<button data-tooltip-test [spTooltip]="text()" [describes]="describes()" [onHover]="onHover()">
      Clicks
    </button>
    <button data-neighbour spTooltip="Sessions">Visitors</button>`,
})
class Host {
  readonly text = signal<string | null>('Visits of people that were redirected');
  readonly describes = signal(true);
  readonly onHover = signal(true);
}

async function render(set: (host: Host) => void = () => undefined): Promise<TooltipHarness> {
  const fixture = TestBed.createComponent(Host);
  set(fixture.componentInstance);
  return TestbedHarnessEnvironment.loader(fixture).getHarness(TooltipHarness);
}

/** The bubble shows after a hover delay, and its code is loaded first. */
async function untilShown(tooltip: TooltipHarness): Promise<void> {
  await vi.waitFor(async () => {
    expect(await tooltip.text()).not.toBeNull();
  });
}

describe('Tooltip', () => {
  it('shows on hover, describes its element, and hides when the pointer leaves', async () => {
    const tooltip = await render();
    await tooltip.hover();
    await untilShown(tooltip);
    expect(await tooltip.text()).toBe('Visits of people that were redirected');
    expect(await tooltip.isDescribed()).toBe(true);
    await tooltip.leave();
    await vi.waitFor(async () => {
      expect(await tooltip.text()).toBeNull();
    });
    expect(await tooltip.isDescribed()).toBe(false);
  });

  it('stays while the pointer is on the bubble, and hides when it leaves', async () => {
    const tooltip = await render();
    await tooltip.hover();
    await untilShown(tooltip);
    vi.useFakeTimers();
    const pane = document.querySelector('[role=tooltip]')?.closest('.cdk-overlay-pane');
    document.querySelector('[data-tooltip-test]')?.dispatchEvent(new Event('mouseleave'));
    pane?.dispatchEvent(new Event('mouseenter'));
    vi.advanceTimersByTime(10_000);
    expect(document.querySelector('[role=tooltip]')).not.toBeNull();
    pane?.dispatchEvent(new Event('mouseleave'));
    vi.advanceTimersByTime(10_000);
    expect(document.querySelector('[role=tooltip]')).toBeNull();
    vi.useRealTimers();
  });

  it('is hidden by Escape, wherever the keyboard is', async () => {
    const tooltip = await render();
    await tooltip.hover();
    await untilShown(tooltip);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(await tooltip.text()).toBeNull();
  });

  it('does not describe where it only repeats the name', async () => {
    const tooltip = await render((host) => {
      host.describes.set(false);
    });
    await tooltip.hover();
    await untilShown(tooltip);
    expect(await tooltip.isDescribed()).toBe(false);
  });

  it('does not show on hover where it is for keyboard focus only', async () => {
    const tooltip = await render((host) => {
      host.onHover.set(false);
    });
    await tooltip.hover();
    document.querySelector('[data-neighbour]')?.dispatchEvent(new Event('mouseenter'));
    await untilShown(tooltip);
    // Only the tooltip of the element hovered last is shown.
    const shown = [...document.querySelectorAll('[role=tooltip]')].map((bubble) => bubble.textContent);
    expect(shown).toEqual(['Sessions']);
  });
});
