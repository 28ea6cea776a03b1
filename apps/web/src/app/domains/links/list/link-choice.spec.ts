import { signal } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { ChoiceSource, LinkChoice } from './link-choice';

const LINKS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }) as Link);
const at = (index: number): Link => LINKS[index] as Link;
const list = (over: Partial<ChoiceSource> = {}) =>
  signal<ChoiceSource>({ conditions: '', loaded: LINKS, shown: LINKS, ...over });
const chosen = (choice: LinkChoice): string => [...choice.links().keys()].toSorted().join('');

describe('the choice of links', () => {
  it('extends from the one that was chosen last, in both directions', () => {
    const choice = new LinkChoice(list());
    choice.toggle(at(2));
    choice.extendTo(at(4));
    expect(chosen(choice)).toBe('cde');
    choice.extendTo(at(0));
    expect(chosen(choice)).toBe('abcde');
  });

  it('extends from nowhere to the one alone, which is where the next range begins', () => {
    const choice = new LinkChoice(list());
    choice.extendTo(at(1));
    choice.extendTo(at(3));
    expect(chosen(choice)).toBe('bcd');
  });

  it('is left with the page when one is taken out of all that match', () => {
    const choice = new LinkChoice(list());
    choice.toggle(at(0));
    choice.everyMatch.set(true);
    choice.toggle(at(1));
    expect([choice.everyMatch(), chosen(choice)]).toEqual([false, 'acde']);
  });

  it('keeps links of other pages, forgets those that are gone, and has all in their last known state', () => {
    const source = list();
    const choice = new LinkChoice(source);
    for (const index of [0, 1, 2]) choice.toggle(at(index));
    const [a, b] = [{ ...at(0), title: 'renamed' }, at(1)];
    source.set({ conditions: '', loaded: [a, b], shown: [a] });
    expect(chosen(choice)).toBe('ac');
    source.set({ conditions: '', loaded: [], shown: [] });
    expect([...choice.links().values()].map(({ title }) => title)).toEqual(['renamed', undefined]);
  });

  it('is empty under other conditions', () => {
    const source = list();
    const choice = new LinkChoice(source);
    choice.toggle(at(0));
    choice.everyMatch.set(true);
    source.update((before) => ({ ...before, conditions: 'q=other' }));
    expect([chosen(choice), choice.everyMatch()]).toEqual(['', false]);
    choice.extendTo(at(2));
    expect(chosen(choice)).toBe('c');
  });
});
