import { TestKey } from '@angular/cdk/testing';
import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { ChipsInput } from './chips-input';
import { ChipsInputHarness } from './chips-input.harness';

// The simulated browser has no layout to scroll.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

async function render(
  start: readonly string[] = [],
  max = 20,
): Promise<{ chips: ChipsInput; harness: ChipsInputHarness; fixture: ComponentFixture<ChipsInput> }> {
  const fixture = TestBed.createComponent(ChipsInput);
  fixture.componentRef.setInput('value', start);
  fixture.componentRef.setInput('max', max);
  const harness = await TestbedHarnessEnvironment.harnessForFixture(fixture, ChipsInputHarness);
  return { chips: fixture.componentInstance, harness, fixture };
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

  it('says how many more suggestions there are than it shows', async () => {
    const { harness, fixture } = await render();
    const many = Array.from({ length: 1_400 }, (_, n) => `tag ${String(n)}`);
    fixture.componentRef.setInput('suggestions', many);
    await harness.type('tag');
    expect(await harness.suggestions()).toHaveLength(100);
    expect(document.querySelector('.sp-options .none')?.textContent).toBe('ui.moreChoices 1,300');
    await harness.type(' 1399');
    expect(await harness.suggestions()).toEqual(['tag 1399']);
    expect(document.querySelector('.sp-options .none')).toBeNull();
  });

  it('splits at commas', async () => {
    const { chips, harness } = await render();
    await harness.type('a,b,');
    expect(chips.value()).toEqual(['a', 'b']);
  });

  it('takes a name once that was pasted twice, whatever its case', async () => {
    const { chips, harness } = await render();
    await harness.paste('a, A, b, a,');
    expect(chips.value()).toEqual(['a', 'b']);
    expect(await harness.text()).toBe('');
  });

  it('closes the suggestions once a comma has ended a name', async () => {
    const { harness, fixture } = await render();
    fixture.componentRef.setInput('suggestions', ['press']);
    await harness.type('pri,');
    expect(await harness.suggestions()).toEqual([]);
    await harness.type('p');
    expect(await harness.suggestions()).toEqual(['press']);
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

  it('says what was added and what was taken away', async () => {
    const { harness } = await render(['a']);
    expect(await harness.announcement()).toBe('');
    await harness.type('b, c');
    await harness.enter();
    expect(await harness.announcement()).toBe('ui.added c');
    await harness.backspace();
    expect(await harness.announcement()).toBe('ui.removed c');
    await harness.removeAt(0);
    expect(await harness.announcement()).toBe('ui.removed a');
    await harness.backspace();
    await harness.backspace();
    expect(await harness.announcement()).toBe('ui.removed b');
  });

  it('takes a long list of short names, each by its own length', async () => {
    const { chips, harness } = await render();
    const names = Array.from({ length: 15 }, (_, n) => `a tag of some length ${String(n)}`);
    await harness.type(names.join(','));
    await harness.enter();
    expect(chips.value()).toEqual(names);
    expect(chips.complaint()).toBeNull();
  });

  it('leaves names that are too long or too many in the field and says so, until they fit', async () => {
    const { chips, harness, fixture } = await render(['a'], 3);
    fixture.componentRef.setInput('maxLength', 5);
    fixture.componentRef.setInput('tooMuch', 'too.much');
    await harness.paste('sixsix, b, fives, c');
    expect(chips.value()).toEqual(['a', 'b', 'fives']);
    expect(await harness.text()).toBe('sixsix, c');
    expect(chips.isComplete()).toBe(false);
    expect(chips.complaint()).toBe('too.much');
    await harness.removeAt(1);
    await harness.paste('six');
    expect(chips.isComplete()).toBe(true);
    expect(chips.complaint()).toBeNull();
    expect(chips.value()).toEqual(['a', 'fives', 'six']);
  });

  it('becomes read-only when it is full, and keeps the focus', async () => {
    const { chips, harness } = await render(['a'], 2);
    await harness.type('b');
    await harness.enter();
    expect([await harness.isFull(), await harness.isFocused()]).toEqual([true, true]);
    await harness.backspace();
    expect([chips.value(), await harness.isFull()]).toEqual([['a'], false]);
  });

  it('focuses the field after a chip was removed from a full list', async () => {
    const { harness } = await render(['a', 'b'], 2);
    await harness.removeAt(0);
    expect([await harness.isFull(), await harness.isFocused()]).toEqual([false, true]);
  });

  it('adds the selected suggestion on Enter, else the typed text', async () => {
    const { chips, harness, fixture } = await render();
    fixture.componentRef.setInput('suggestions', ['press', 'print']);
    await harness.type('pr');
    await harness.press(TestKey.DOWN_ARROW, TestKey.DOWN_ARROW, TestKey.ENTER);
    expect(chips.value()).toEqual(['print']);
    await harness.type('pres');
    await harness.enter();
    expect([chips.value(), await harness.suggestions()]).toEqual([['print', 'pres'], []]);
  });

  it('closes its list on Escape, and ignores the next one', async () => {
    const { harness, fixture } = await render();
    fixture.componentRef.setInput('suggestions', ['press']);
    let heard = 0;
    const host = fixture.nativeElement as HTMLElement;
    host.addEventListener('keydown', ({ key }) => (heard += key === 'Escape' ? 1 : 0));
    await harness.type('pr');
    await harness.press(TestKey.ESCAPE);
    expect([heard, await harness.text(), await harness.suggestions()]).toEqual([0, 'pr', []]);
    await harness.press(TestKey.ESCAPE);
    expect(heard).toBe(1);
  });

  // In Safari the key that ends a word comes after the word, and has the code alone.
  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'leaves Enter to the method of input that composes a word: %o',
    async (init) => {
      const { chips, harness, fixture } = await render();
      await harness.type('にほ');
      const field = (fixture.nativeElement as HTMLElement).querySelector('input');
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }));
      expect(chips.value()).toEqual([]);
    },
  );

  it('suggests a hundred of many; typing finds the others', async () => {
    const fixture = TestBed.createComponent(ChipsInput);
    fixture.componentRef.setInput(
      'suggestions',
      Array.from({ length: 3000 }, (_, n) => `tag ${String(n)}`),
    );
    const harness = await TestbedHarnessEnvironment.harnessForFixture(fixture, ChipsInputHarness);
    await harness.press(TestKey.DOWN_ARROW);
    expect(await harness.suggestions()).toHaveLength(100);
    await harness.type('TAG 2345');
    expect(await harness.suggestions()).toEqual(['tag 2345']);
  });
});
