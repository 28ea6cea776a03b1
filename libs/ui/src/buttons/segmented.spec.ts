import { TestBed } from '@angular/core/testing';
import { Segmented } from './segmented';

describe('Segmented', () => {
  it('says a word of another language in that language', async () => {
    const fixture = TestBed.createComponent(Segmented);
    const inputs = {
      label: 'Language',
      options: [
        { value: 'en', label: 'English' },
        { value: 'de', label: 'Deutsch', lang: 'de' },
      ],
      value: 'en',
    };
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    await fixture.whenStable();
    const labels = [...(fixture.nativeElement as HTMLElement).querySelectorAll('label')];
    expect(labels.map((label) => label.getAttribute('lang'))).toEqual([null, 'de']);
  });
});
