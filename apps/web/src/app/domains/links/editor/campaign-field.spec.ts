import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Dialogs } from '@signpost/ui/overlay';
import { of } from 'rxjs';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { CampaignField } from './campaign-field';
import { Lookups } from './lookups';

it.each([
  ['the campaign that was made is chosen', { id: 'made' }, 'made'],
  ['what was chosen stays when none is made', undefined, 'before'],
])('%s', async (_, result, chosen) => {
  TestBed.configureTestingModule({
    providers: [
      keysForWords({ use: () => Promise.resolve() }),
      { provide: Dialogs, useValue: { open: () => ({ closed: of(result) }) } },
      { provide: Lookups, useValue: { campaignOptions: signal([]), campaignHint: signal(null) } },
    ],
  });
  const fixture = TestBed.createComponent(CampaignField);
  fixture.componentRef.setInput('value', 'before');
  await fixture.whenStable();
  const make = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('.make');
  make?.click();
  await vi.waitFor(() => expect(fixture.componentInstance.value()).toBe(chosen));
});
