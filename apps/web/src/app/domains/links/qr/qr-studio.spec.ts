import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { Announcer } from '@signpost/ui';
import { I18n } from '../../../platform/i18n';
import { SessionStore } from '../../../platform/session';
import { QrStudio } from './qr-studio';

async function open(said: string[] = []) {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: DIALOG_DATA, useValue: { id: 'l', slug: 'l', shortUrl: 'http://go.example/l' } },
      { provide: DialogRef, useValue: { close: () => undefined } },
      { provide: I18n, useValue: { t: (key: string) => key } },
      { provide: SessionStore, useValue: { can: () => false, workspace: () => ({ logoUrl: '/uploads/logo.png' }) } },
      { provide: Announcer, useValue: { say: (text: string) => said.push(text) } },
    ],
  });
  const fixture = TestBed.createComponent(QrStudio, { inferTagName: true });
  await fixture.whenStable();
  return { fixture, element: fixture.nativeElement as HTMLElement };
}

it('the colours have the keyboard when they are black on white again, which is said', async () => {
  const said: string[] = [];
  const { fixture, element } = await open(said);
  const field = element.querySelector<HTMLInputElement>('.colour .mono');
  if (!field) throw new Error('no field');
  field.value = '#123456';
  field.dispatchEvent(new Event('input'));
  await fixture.whenStable();
  const reset = [...element.querySelectorAll('button')].find((one) => one.textContent.includes('links.qr.reset'));
  reset?.focus();
  reset?.click();
  await fixture.whenStable();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(field);
  expect([field.value, said]).toEqual(['#000000', ['links.qr.wasReset']]);
});

it('what is downloaded has the logo when that is asked for', async () => {
  const { fixture, element } = await open();
  const downloads = (): (string | null)[] =>
    [...element.querySelectorAll<HTMLAnchorElement>('a[download]')].map(({ href }) =>
      new URL(href).searchParams.get('logo'),
    );
  expect(downloads()).toEqual([null, null]);
  element.querySelector<HTMLElement>('sp-switch input, sp-switch button')?.click();
  await fixture.whenStable();
  expect(downloads()).toEqual(['1', '1']);
});

it.each([
  ['#ffd54d on #005a9c is light on dark', '#ffd54d', '#005a9c', 'links.qr.inverted', 0],
  ['too close', '#767676', '#999999', 'links.qr.contrast', 0],
  ['dark on light', '#005a9c', '#ffd54d', '', 2],
])('offers only what the server takes: %s', async (_, foreground, background, note, downloads) => {
  const { fixture, element } = await open();
  const [front, ground] = element.querySelectorAll<HTMLInputElement>('.colour .mono');
  for (const [field, value] of [
    [front, foreground],
    [ground, background],
  ] as const) {
    if (!field) throw new Error('no field');
    field.value = value;
    field.dispatchEvent(new Event('input'));
  }
  await fixture.whenStable();
  expect(element.querySelector('.note')?.textContent.trim()).toBe(note);
  expect(element.querySelectorAll('a[download]')).toHaveLength(downloads);
});
