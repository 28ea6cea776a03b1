import { TestBed } from '@angular/core/testing';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Lookups } from '../links/editor/lookups';
import { AddressPaste } from './address-paste';

it('gives every pasted address the campaign that it is meant for', async () => {
  const campaigns = [{ id: 'c1', name: 'Spring', utmCampaign: 'spring-27' }];
  const options = [{ value: 'c1', label: 'Spring' }];
  const lookups = {
    ensureLoaded: () => undefined,
    campaigns: () => campaigns,
    campaignOptions: () => options,
    campaignHint: () => null,
  };
  TestBed.configureTestingModule({ providers: [keysForWords(), { provide: Lookups, useValue: lookups }] });
  const paste = TestBed.createComponent(AddressPaste);
  const files: File[] = [];
  paste.componentInstance.pasted.subscribe((file) => files.push(file));
  paste.componentRef.setInput('text', 'https://a.example/1\n"https://a.example/2"');
  const press = (): void => {
    paste.detectChanges();
    (paste.nativeElement as HTMLElement).querySelector<HTMLButtonElement>('button[spButton]')?.click();
  };
  press();
  paste.componentRef.setInput('campaignId', 'c1');
  press();
  expect(await Promise.all(files.map((file) => file.text()))).toEqual([
    'destination_url\nhttps://a.example/1\nhttps://a.example/2\n',
    'destination_url,campaign\nhttps://a.example/1,spring-27\nhttps://a.example/2,spring-27\n',
  ]);
});

it('keeps the keyboard at the button while the list is checked', async () => {
  const lookups = {
    ensureLoaded: () => undefined,
    campaigns: () => [],
    campaignOptions: () => [],
    campaignHint: () => null,
  };
  TestBed.configureTestingModule({ providers: [keysForWords(), { provide: Lookups, useValue: lookups }] });
  const paste = TestBed.createComponent(AddressPaste);
  document.body.append(paste.nativeElement as HTMLElement);
  paste.componentRef.setInput('text', 'https://a.example/1');
  await paste.whenStable();
  const button = (paste.nativeElement as HTMLElement).querySelector<HTMLButtonElement>('button[spButton]');
  button?.focus();
  paste.componentRef.setInput('busy', true);
  await paste.whenStable();
  expect(button?.matches('[aria-disabled=true]:focus:not(:disabled)')).toBe(true);
});
