import { TestBed } from '@angular/core/testing';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { PasswordField } from './password-field';

describe('PasswordField', () => {
  it('names its button by the field: a form may have two', async () => {
    const t = (key: string, { name }: { name?: string } = {}): string => [key, name].filter(Boolean).join(' ');
    TestBed.configureTestingModule({ providers: [keysForWords({ t })] });
    const fixture = TestBed.createComponent(PasswordField);
    fixture.componentRef.setInput('label', 'New password');
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const button = element.querySelector('button');
    expect(button?.getAttribute('aria-label')).toBe('auth.showPassword New password');
    button?.click();
    await fixture.whenStable();
    expect(button?.getAttribute('aria-label')).toBe('auth.hidePassword New password');
    expect(element.querySelector('input')?.type).toBe('text');
  });
});
