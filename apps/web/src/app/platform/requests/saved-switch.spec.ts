import { HttpErrorResponse } from '@angular/common/http';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { SessionStore } from '../session';
import { Problems } from './problem';
import { SavedSwitch } from './saved-switch';

describe('a switch that is saved when it is pressed', () => {
  const load = vi.fn(() => Promise.resolve());
  const toast = vi.fn();
  let sent: { isOn: boolean; answer: PromiseWithResolvers<unknown> }[];
  let fixture: ComponentFixture<SavedSwitch>;
  const box = (): HTMLInputElement => {
    const found = (fixture.nativeElement as HTMLElement).querySelector('input');
    if (!found) throw new Error('no switch');
    return found;
  };
  const press = async (): Promise<void> => {
    box().click();
    await fixture.whenStable();
  };
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };
  const answer = async (at: number): Promise<void> => {
    sent[at]?.answer.resolve({});
    await settle();
  };
  const refuse = async (at: number): Promise<void> => {
    sent[at]?.answer.reject(new Error('no'));
    await settle();
  };

  beforeEach(async () => {
    load.mockClear();
    toast.mockClear();
    sent = [];
    TestBed.configureTestingModule({
      providers: [
        { provide: SessionStore, useValue: { load } },
        { provide: Problems, useValue: { toast } },
      ],
    });
    fixture = TestBed.createComponent(SavedSwitch);
    fixture.componentRef.setInput('label', 'Weekly mail');
    fixture.componentRef.setInput('value', false);
    fixture.componentRef.setInput('send', (isOn: boolean) => {
      const request = { isOn, answer: Promise.withResolvers<unknown>() };
      sent.push(request);
      return request.answer.promise;
    });
    await fixture.whenStable();
  });

  it('shows the press at once, and renews the session when it is saved', async () => {
    await press();
    expect([box().checked, sent.map(({ isOn }) => isOn)]).toEqual([true, [true]]);
    expect(load).not.toHaveBeenCalled();
    await answer(0);
    expect(load).toHaveBeenCalledOnce();
    expect(box().checked).toBe(true);
  });

  it('goes back when it is refused', async () => {
    await press();
    await refuse(0);
    expect([box().checked, toast.mock.calls.length]).toEqual([false, 1]);
  });

  it('leaves the page as it is when the session has ended', async () => {
    await press();
    sent[0]?.answer.reject(
      new HttpErrorResponse({ status: 401, error: { statusCode: 401, code: 'unauthenticated', message: '' } }),
    );
    await settle();
    expect([box().checked, load.mock.calls.length]).toEqual([false, 0]);
  });

  it('sends a second press after the answer to the first: the last one holds', async () => {
    await press();
    await press();
    expect(sent.map(({ isOn }) => isOn)).toEqual([true]);
    await answer(0);
    expect(load).not.toHaveBeenCalled();
    expect([box().checked, sent.map(({ isOn }) => isOn)]).toEqual([false, [true, false]]);
    await answer(1);
    expect(load).toHaveBeenCalledOnce();
  });

  it('a refused press does not hold up the next', async () => {
    await press();
    await press();
    await refuse(0);
    expect(sent.map(({ isOn }) => isOn)).toEqual([true, false]);
    await answer(1);
    expect(box().checked).toBe(false);
  });
});
