import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { Announcer } from '@signpost/ui';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { QrStudio } from './qr-studio';

async function open(announced: string[] = []) {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      provideHttpClient(),
      provideHttpClientTesting(),
      { provide: DIALOG_DATA, useValue: { id: 'l', slug: 'l', shortUrl: 'http://go.example/l' } },
      { provide: DialogRef, useValue: { close: () => undefined } },
      { provide: Problems, useValue: { message: () => 'refused' } },
      keysForWords(),
      { provide: SessionStore, useValue: { can: () => false, workspace: () => ({ logoUrl: '/uploads/logo.png' }) } },
      { provide: Announcer, useValue: { announce: (text: string) => announced.push(text) } },
    ],
  });
  const fixture = TestBed.createComponent(QrStudio, { inferTagName: true });
  const element = fixture.nativeElement as HTMLElement;
  const server = TestBed.inject(HttpTestingController);
  /** The query of the current request for a code, which is answered; null when there is none. */
  const drawn = async (): Promise<URLSearchParams | null> => {
    TestBed.tick();
    // A resource sends its request in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    const [request] = server.match(({ url }) => url.startsWith('/api/links/l/qr')).slice(-1);
    request?.flush(CODE);
    await fixture.whenStable();
    return request ? new URL(request.request.url, 'http://x').searchParams : null;
  };
  return { element, drawn, first: await drawn() };
}

const CODE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect fill="#ffffff"/><path fill="#000000" d="M0 0h1v1h-1z"/></svg>';
/** Whether a picture can be downloaded: the button is enabled. */
const isOfferedIn = (element: HTMLElement): boolean =>
  [...element.querySelectorAll('button')].some((one) => one.textContent.trim() === 'SVG' && !one.matches(':disabled'));

it('the colours have the keyboard when they are black on white again, which is said', async () => {
  const announced: string[] = [];
  const { element, drawn } = await open(announced);
  const field = element.querySelector<HTMLInputElement>('.colour .mono');
  if (!field) throw new Error('no field');
  field.value = '#123456';
  field.dispatchEvent(new Event('input'));
  await drawn();
  const reset = [...element.querySelectorAll('button')].find((one) => one.textContent.includes('qr.reset'));
  reset?.focus();
  reset?.click();
  await drawn();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(field);
  expect([field.value, announced]).toEqual(['#000000', ['qr.wasReset']]);
});

it('asks for what is chosen: logo, form, corners, scans', async () => {
  const { element, drawn, first } = await open();
  expect(Object.fromEntries(first ?? [])).toMatchObject({ style: 'squares', eyes: 'square', size: '512' });
  expect([first?.has('logo'), first?.has('scans')]).toEqual([false, false]);
  for (const box of element.querySelectorAll<HTMLElement>('sp-switch input')) box.click();
  const [style] = element.querySelectorAll<HTMLSelectElement>('app-look-fields select');
  if (!style) throw new Error('no field');
  style.value = 'dots';
  style.dispatchEvent(new Event('change'));
  expect(Object.fromEntries((await drawn()) ?? [])).toMatchObject({ style: 'dots', logo: '1', scans: '1' });
});

it.each([
  ['#ffd54d on #005a9c is light on dark', '#ffd54d', '#005a9c', 'qr.inverted', false],
  ['too close', '#767676', '#999999', 'qr.contrast', false],
  ['dark on light', '#005a9c', '#ffd54d', '', true],
])('offers only what the server takes: %s', async (_, foreground, background, note, isOffered) => {
  const { element, drawn } = await open();
  const [front, ground] = element.querySelectorAll<HTMLInputElement>('.colour .mono');
  for (const [field, value] of [
    [front, foreground],
    [ground, background],
  ] as const) {
    if (!field) throw new Error('no field');
    field.value = value;
    field.dispatchEvent(new Event('input'));
  }
  const params = await drawn();
  expect(element.querySelector('.note')?.textContent.trim()).toBe(note);
  expect([params !== null, isOfferedIn(element)]).toEqual([isOffered, isOffered]);
});
