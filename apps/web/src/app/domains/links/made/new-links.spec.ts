import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { SessionStore } from '../../../platform/session';
import { NewLinks } from './new-links';
import { aLink } from '../../../platform/link.fixtures';

describe('links that were made a moment ago', () => {
  const user = signal<{ id: string } | null>({ id: 'ann' });
  let made: NewLinks;

  beforeEach(() => {
    user.set({ id: 'ann' });
    TestBed.configureTestingModule({ providers: [{ provide: SessionStore, useValue: { user } }] });
    made = TestBed.inject(NewLinks);
    made.add([aLink('a'), aLink('b')]);
  });

  it('stay lit when the card is put away, until others are made', () => {
    made.closeCard();
    expect([made.shown(), [...made.ids()]]).toEqual([[], ['a', 'b']]);
    made.add([aLink('c')]);
    expect([made.shown(), [...made.ids()]]).toEqual([[aLink('c')], ['c']]);
  });

  it('are shown as they are by now, and not when they are gone', () => {
    made.renew(aLink('a', { title: 'New' }));
    made.forget('b');
    expect(made.shown()).toEqual([aLink('a', { title: 'New' })]);
  });

  it('are nothing to the next person', () => {
    user.set({ id: 'ben' });
    expect([made.shown(), made.ids().size]).toEqual([[], 0]);
  });
});
