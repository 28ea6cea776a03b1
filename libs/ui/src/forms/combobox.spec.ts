import { TestKey } from '@angular/cdk/testing';
import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Combobox } from './combobox';
import { ComboboxHarness } from './combobox.harness';

const FRUIT = [
  { value: 'a', label: 'Apple' },
  { value: 'p', label: 'Pear' },
  { value: 'g', label: 'Grape' },
];

async function render(
  value = '',
): Promise<{ box: Combobox; harness: ComboboxHarness; fixture: ComponentFixture<Combobox> }> {
  const fixture = TestBed.createComponent(Combobox);
  fixture.componentRef.setInput('options', FRUIT);
  fixture.componentRef.setInput('none', 'No fruit');
  fixture.componentRef.setInput('value', value);
  const harness = await TestbedHarnessEnvironment.harnessForFixture(fixture, ComboboxHarness);
  return { box: fixture.componentInstance, harness, fixture };
}

// The simulated browser has no layout to scroll.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

describe('Combobox', () => {
  it('shows the chosen label and offers everything, none first', async () => {
    const { harness } = await render('p');
    expect(await harness.text()).toBe('Pear');
    await harness.open();
    expect(await harness.options()).toEqual(['No fruit', 'Apple', 'Pear', 'Grape']);
  });

  it('does not say that nothing is chosen before the options with the chosen one are there', async () => {
    const { harness, fixture } = await render('p');
    fixture.componentRef.setInput('options', []);
    expect([await harness.text(), await harness.placeholder()]).toEqual(['', '…']);
    fixture.componentRef.setInput('options', FRUIT);
    expect([await harness.text(), await harness.placeholder()]).toEqual(['Pear', 'No fruit']);
  });

  it('narrows to what contains the typed part, whatever its case', async () => {
    const { harness } = await render();
    await harness.type('AP');
    expect(await harness.options()).toEqual(['Apple', 'Grape']);
  });

  it('finds names as the search of the server does, however they are composed', async () => {
    const { harness, fixture } = await render();
    const names = ['Stra\u00dfe', 'Cafe\u0301', '\u039f\u0394\u039f\u03a3'];
    fixture.componentRef.setInput(
      'options',
      names.map((label) => ({ value: label, label })),
    );
    for (const [index, typed] of ['STRASSE', 'caf\u00e9', '\u03bf\u03b4\u03bf\u03c2'].entries()) {
      await harness.type(typed);
      expect(await harness.options()).toEqual([names[index]]);
    }
  });

  it('chooses with the arrows and Enter', async () => {
    const { box, harness } = await render();
    await harness.type('ap');
    await harness.press(TestKey.DOWN_ARROW);
    await harness.press(TestKey.ENTER);
    expect(box.value()).toBe('g');
    expect(await harness.isOpen()).toBe(false);
  });

  it('begins at what is chosen: Enter right after opening leaves it', async () => {
    const { box, harness } = await render('p');
    await harness.press(TestKey.DOWN_ARROW);
    await harness.press(TestKey.ENTER);
    expect(box.value()).toBe('p');
    await harness.press(TestKey.DOWN_ARROW);
    await harness.press(TestKey.DOWN_ARROW);
    await harness.press(TestKey.ENTER);
    expect(box.value()).toBe('g');
  });

  it('leaves what is chosen also when that is not among the hundred shown', async () => {
    const { box, harness, fixture } = await render('150');
    const many = Array.from({ length: 200 }, (_, n) => ({ value: String(n), label: `Campaign ${String(n)}` }));
    fixture.componentRef.setInput('options', many);
    await harness.press(TestKey.DOWN_ARROW);
    await harness.press(TestKey.ENTER);
    expect(box.value()).toBe('150');
    expect(await harness.isOpen()).toBe(false);
  });

  it('goes back to what was chosen on Escape', async () => {
    const { box, harness } = await render('a');
    await harness.type('pe');
    await harness.press(TestKey.ESCAPE);
    expect(box.value()).toBe('a');
    expect(await harness.text()).toBe('Apple');
  });

  it.each([
    ['a part of one name', 'pea', 'p'],
    ['a name, whatever its case, though others contain it', 'apple ', 'a'],
    ['nothing any more', '', ''],
    ['a part of several', 'ap', 'g'],
    ['a part of none', 'plum', 'g'],
  ])('takes what was typed when the field is left, as far as that says one thing: %s', async (_, typed, value) => {
    const { box, harness, fixture } = await render('g');
    fixture.componentRef.setInput('options', [...FRUIT, { value: 'pa', label: 'Pineapple' }]);
    await harness.type(typed);
    await harness.leave();
    expect(box.value()).toBe(value);
    expect(await harness.isOpen()).toBe(false);
  });

  it.each([
    ['nothing was typed', 'No fruit', (harness: ComboboxHarness) => harness.open()],
    ['none is no choice', '', (harness: ComboboxHarness) => harness.type('')],
  ])('keeps what is chosen when the field is left and %s', async (_, none, act) => {
    const { box, harness, fixture } = await render('p');
    fixture.componentRef.setInput('none', none);
    await act(harness);
    await harness.leave();
    expect(box.value()).toBe('p');
    expect(await harness.text()).toBe('Pear');
  });

  it('shows a hundred of many and says how many more typing will find', async () => {
    const { harness, fixture } = await render();
    const many = Array.from({ length: 5000 }, (_, n) => ({ value: String(n), label: `Campaign ${String(n)}` }));
    fixture.componentRef.setInput('options', many);
    await harness.open();
    expect(await harness.options()).toHaveLength(100);
    expect(await harness.news()).toBe('ui.moreChoices 4,901');
    await harness.type('campaign 4321');
    expect(await harness.options()).toEqual(['Campaign 4321']);
    expect(await harness.news()).toBe('');
  });

  it('says that nothing was found, as long as the list is open', async () => {
    const { harness } = await render();
    await harness.type('plum');
    expect([await harness.options(), await harness.news()]).toEqual([[], 'ui.nothingFound']);
    await harness.leave();
    expect(await harness.news()).toBe('');
  });

  describe('that offers something made of what was typed', () => {
    const offering = async (): ReturnType<typeof render> => {
      const rendered = await render();
      rendered.fixture.componentRef.setInput('none', '');
      rendered.fixture.componentRef.setInput('offer', (typed: string) =>
        typed === 'Apple' ? null : { value: `new ${typed}`, label: `Plant ${typed}` },
      );
      return rendered;
    };

    it('does so below what was found, and shows what was taken', async () => {
      const { box, harness } = await offering();
      await harness.open();
      expect(await harness.options()).toEqual(['Apple', 'Pear', 'Grape']);
      await harness.type('Plum ');
      expect(await harness.options()).toEqual(['Plant Plum']);
      await harness.press(TestKey.ENTER);
      expect([box.value(), await harness.text()]).toEqual(['new Plum', 'Plant Plum']);
    });

    it.each([
      ['the only one that contains it', 'pea', 'p'],
      ['what is offered, where none does', 'plum', 'new plum'],
      ['nothing, where several do', 'ap', ''],
    ])('takes, when the field is left, %s', async (_, typed, value) => {
      const { box, harness } = await offering();
      await harness.type(typed);
      await harness.leave();
      expect(box.value()).toBe(value);
    });
  });
});
