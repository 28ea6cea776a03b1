import type { Link } from '@signpost/contracts';
import { LinkChoice } from './link-choice';

const LINKS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }) as Link);
const at = (index: number): Link => LINKS[index] as Link;
const chosen = (choice: LinkChoice): string => [...choice.links().keys()].toSorted().join('');

describe('the choice of links', () => {
  it('extends from the one that was chosen last, in both directions', () => {
    const choice = new LinkChoice(() => LINKS);
    choice.toggle(at(2));
    choice.extendTo(at(4));
    expect(chosen(choice)).toBe('cde');
    choice.extendTo(at(0));
    expect(chosen(choice)).toBe('abcde');
  });

  it('extends from nowhere to the one alone, which is where the next range begins', () => {
    const choice = new LinkChoice(() => LINKS);
    choice.extendTo(at(1));
    choice.extendTo(at(3));
    expect(chosen(choice)).toBe('bcd');
  });

  it('is left with the page when one is taken out of all that match', () => {
    const choice = new LinkChoice(() => LINKS);
    choice.toggle(at(0));
    choice.everyMatch.set(true);
    choice.toggle(at(1));
    expect([choice.everyMatch(), chosen(choice)]).toEqual([false, 'acde']);
  });
});
