import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { TestBed } from '@angular/core/testing';
import { ChipsInput } from './chips-input';
import { ChipsInputHarness } from './chips-input.harness';

async function render(
  start: readonly string[] = [],
  max = 20,
): Promise<{ chips: ChipsInput; harness: ChipsInputHarness }> {
  const fixture = TestBed.createComponent(ChipsInput);
  fixture.componentRef.setInput('value', start);
  fixture.componentRef.setInput('max', max);
  const harness = await TestbedHarnessEnvironment.harnessForFixture(fixture, ChipsInputHarness);
  return { chips: fixture.componentInstance, harness };
}

describe('ChipsInput', () => {
  it('adds what was typed on Enter, trimmed', async () => {
    const { chips, harness } = await render();
    await harness.type(' spring ');
    await harness.enter();
    expect(chips.value()).toEqual(['spring']);
  });

  it('takes names that differ only in case as one', async () => {
    const { chips, harness } = await render(['Spring']);
    await harness.type('spring');
    await harness.enter();
    expect(chips.value()).toEqual(['Spring']);
  });

  it('splits at commas', async () => {
    const { chips, harness } = await render();
    await harness.type('a,b,');
    expect(chips.value()).toEqual(['a', 'b']);
  });

  it('takes the last one away on Backspace in the empty field', async () => {
    const { chips, harness } = await render(['a', 'b']);
    await harness.backspace();
    expect(chips.value()).toEqual(['a']);
  });

  it('takes away the one whose button is pressed', async () => {
    const { chips, harness } = await render(['a', 'b', 'c']);
    await harness.removeAt(1);
    expect(chips.value()).toEqual(['a', 'c']);
  });

  it('closes when it is full', async () => {
    const { harness } = await render(['a', 'b'], 2);
    expect(await harness.isFull()).toBe(true);
  });

  it('suggests a hundred of many; typing finds the others', async () => {
    const fixture = TestBed.createComponent(ChipsInput);
    fixture.componentRef.setInput(
      'suggestions',
      Array.from({ length: 3000 }, (_, n) => `tag ${String(n)}`),
    );
    const harness = await TestbedHarnessEnvironment.harnessForFixture(fixture, ChipsInputHarness);
    expect(await harness.suggestions()).toHaveLength(100);
    await harness.type('TAG 2345');
    expect(await harness.suggestions()).toEqual(['tag 2345']);
  });
});
