import { TestBed } from '@angular/core/testing';
import { RouteTitles } from '../../platform/navigation/navigation';
import { AuthNotice } from './auth-notice';

describe('AuthNotice', () => {
  it('sets the page title while it is shown', async () => {
    const names: string[] = [];
    const titles = { set: (name: string): unknown => names.push(name) };
    TestBed.configureTestingModule({ providers: [{ provide: RouteTitles, useValue: titles }] });
    const fixture = TestBed.createComponent(AuthNotice);
    fixture.componentRef.setInput('icon', 'mail');
    fixture.componentRef.setInput('heading', 'Check your email');
    await fixture.whenStable();
    expect(names).toEqual(['Check your email']);
    fixture.destroy();
    expect(names).toEqual(['Check your email', '']);
  });
});
