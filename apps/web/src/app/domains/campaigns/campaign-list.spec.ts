import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { Campaign } from '@signpost/contracts';
import { Dialogs } from '@signpost/ui/overlay';
import { I18n } from '../../platform/i18n';
import { SessionStore } from '../../platform/session';
import { CampaignList } from './campaign-list';

const NINE = Array.from(
  { length: 9 },
  (_, n) => ({ id: `${n}`, name: `Spring ${n}`, utmCampaign: `s${n}` }) as Campaign,
);

describe('the search of campaigns', () => {
  async function open(url: string, items = NINE) {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        { provide: I18n, useValue: { t: (key: string) => key, tn: (key: string) => key } },
        { provide: Dialogs, useValue: {} },
        { provide: SessionStore, useValue: { can: () => true } },
      ],
    });
    await TestBed.inject(Router).navigateByUrl(url);
    const fixture = TestBed.createComponent(CampaignList);
    const page = fixture.nativeElement as HTMLElement;
    fixture.detectChanges();
    TestBed.inject(HttpTestingController).expectOne('/api/campaigns').flush({ items });
    const settled = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      await fixture.whenStable();
    };
    await settled();
    return { box: page.querySelector('input'), names: () => page.querySelectorAll('li strong').length, settled };
  }

  it('stands in the address', async () => {
    const { box, names, settled } = await open('/');
    for (const text of ['spring', 'spring ', 'spring 3']) {
      if (box) box.value = text;
      box?.dispatchEvent(new Event('input'));
      await settled();
      expect(box?.value).toBe(text);
    }
    expect([TestBed.inject(Router).url, names()]).toEqual(['/?q=spring%203', 1]);
  });

  it('is read from it', async () => {
    const { box, names } = await open('/?q=spring%203');
    expect([box?.value, names()]).toEqual(['spring 3', 1]);
  });

  it('hides nothing where there is no box to change it in', async () => {
    const { box, names } = await open('/?q=nothing', NINE.slice(1));
    expect([box, names()]).toEqual([null, 8]);
  });
});
