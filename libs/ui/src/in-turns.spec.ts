import { Component, effect, input, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { inTurns, someInTurns } from './in-turns';

@Component({ template: `{{ turn() }}` })
class Steps {
  readonly ready = signal(false);
  readonly turn = inTurns(3, this.ready);
}

@Component({ template: `{{ drawn().join(' ') }}` })
class List {
  readonly items = input<readonly number[]>([1, 2, 3, 4, 5]);
  readonly drawn = someInTurns(this.items, 2);
}

describe('inTurns', () => {
  it('waits until it may begin, then counts to the last', async () => {
    const fixture = TestBed.createComponent(Steps);
    await fixture.whenStable();
    expect(fixture.nativeElement.textContent).toBe('0');
    fixture.componentInstance.ready.set(true);
    await fixture.whenStable();
    expect(fixture.nativeElement.textContent).toBe('3');
  });

  it('starts once, even when it is not ready any more later', async () => {
    const fixture = TestBed.createComponent(Steps);
    fixture.componentInstance.ready.set(true);
    await fixture.whenStable();
    fixture.componentInstance.ready.set(false);
    fixture.componentInstance.ready.set(true);
    await fixture.whenStable();
    expect(fixture.componentInstance.turn()).toBe(3);
  });

  it('stops when its screen is destroyed half way', async () => {
    const fixture = TestBed.createComponent(Steps);
    fixture.componentInstance.ready.set(true);
    fixture.detectChanges();
    const { turn } = fixture.componentInstance;
    fixture.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(turn()).toBe(0);
  });
});

describe('someInTurns', () => {
  it('begins with none and ends with all', async () => {
    const fixture = TestBed.createComponent(List);
    expect(fixture.componentInstance.drawn()).toEqual([]);
    await fixture.whenStable();
    expect(fixture.nativeElement.textContent).toBe('1 2 3 4 5');
  });

  it('waits for the first items', async () => {
    const fixture = TestBed.createComponent(List);
    fixture.componentRef.setInput('items', []);
    await fixture.whenStable();
    fixture.componentRef.setInput('items', [6, 7, 8]);
    expect(fixture.componentInstance.drawn()).toEqual([]);
    await fixture.whenStable();
    expect(fixture.nativeElement.textContent).toBe('6 7 8');
  });

  it('takes as many turns as the list needs', async () => {
    const fixture = TestBed.createComponent(List);
    const lengths: number[] = [];
    TestBed.runInInjectionContext(() => effect(() => lengths.push(fixture.componentInstance.drawn().length)));
    await fixture.whenStable();
    expect(lengths).toEqual([0, 2, 4, 5]);
  });

  it('shows another list at once when the first one is drawn', async () => {
    const fixture = TestBed.createComponent(List);
    await fixture.whenStable();
    fixture.componentRef.setInput('items', [6, 7, 8, 9, 10, 11]);
    expect(fixture.componentInstance.drawn()).toEqual([6, 7, 8, 9, 10, 11]);
  });
});
