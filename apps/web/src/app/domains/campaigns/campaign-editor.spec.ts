import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { Campaign } from '@signpost/contracts';
import { Confirm, Dialogs } from '@signpost/ui/overlay';
import { of } from 'rxjs';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { Lookups } from '../links/editor/lookups';
import { CampaignEditor } from './campaign-editor';

const CAMPAIGN = { id: 'c', name: 'Spring', utmCampaign: 'spring', utmMedium: null } as Campaign;

describe('the editor of a campaign', () => {
  let fixture: ComponentFixture<CampaignEditor>;
  let http: HttpTestingController;
  let closed: unknown[];
  let refreshed: number;
  let questions: number;
  /** The answer to conflicts: the paths that yield, or none. */
  let answer: ReadonlySet<string> | undefined;
  let clashes: unknown;

  const open = async (campaign: Campaign | null): Promise<void> => {
    closed = [];
    refreshed = questions = 0;
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: DIALOG_DATA, useValue: campaign },
        { provide: DialogRef, useValue: { close: (result: unknown) => closed.push(result) } },
        keysForWords({ relative: () => 'just now' }),
        {
          provide: Dialogs,
          useValue: { open: (_: unknown, data: unknown) => ((clashes = data), { closed: of(answer) }) },
        },
        { provide: Problems, useValue: { intoForm: () => undefined } },
        { provide: Lookups, useValue: { refresh: () => refreshed++ } },
        { provide: Confirm, useValue: { ask: () => (questions++, Promise.resolve(false)) } },
      ],
    });
    fixture = TestBed.createComponent(CampaignEditor);
    http = TestBed.inject(HttpTestingController);
    await fixture.whenStable();
  };
  const type = async (index: number, text: string): Promise<void> => {
    const field = (fixture.nativeElement as HTMLElement).querySelectorAll('input')[index];
    if (!field) throw new Error('no field');
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const send = async (): Promise<void> => {
    (fixture.nativeElement as HTMLElement).querySelector('form')?.dispatchEvent(new Event('submit'));
    await fixture.whenStable();
  };

  /** Responds with the current campaign, which is requested before a change. */
  const answerNow = async (campaign: Campaign): Promise<void> => {
    http.expectOne({ method: 'GET', url: '/api/campaigns/c' }).flush(campaign);
    await new Promise((resolve) => setTimeout(resolve));
  };

  it('sends what was changed and nothing else', async () => {
    await open(CAMPAIGN);
    await type(0, ' Summer ');
    await send();
    await answerNow(CAMPAIGN);
    const request = http.expectOne({ method: 'PATCH', url: '/api/campaigns/c' });
    expect(request.request.body).toEqual({ name: 'Summer' });
    request.flush({ ...CAMPAIGN, name: 'Summer' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(closed).toEqual([{ ...CAMPAIGN, name: 'Summer' }]);
    expect(refreshed).toBe(1);
  });

  it('names the UTM value by the campaign until it is written by hand, and again once that is emptied', async () => {
    const utm = (): string | undefined => (fixture.nativeElement as HTMLElement).querySelectorAll('input')[1]?.value;
    await open(null);
    await type(0, 'Spring sale');
    expect(utm()).toBe('spring-sale');
    await type(1, 'sale');
    await type(0, 'Summer sale');
    expect(utm()).toBe('sale');
    await type(1, '');
    await type(0, 'Winter sale');
    expect(utm()).toBe('winter-sale');
  });

  it('merges changes of another user', async () => {
    await open(CAMPAIGN);
    await type(0, 'Summer');
    await send();
    await answerNow({ ...CAMPAIGN, utmMedium: 'email' });
    expect(http.expectOne({ method: 'PATCH', url: '/api/campaigns/c' }).request.body).toEqual({ name: 'Summer' });
    await fixture.whenStable();
    const fields = [...(fixture.nativeElement as HTMLElement).querySelectorAll('input')].map(({ value }) => value);
    expect(fields).toEqual(['Summer', 'spring', 'email']);
  });

  it.each<[string, ReadonlySet<string> | undefined, object | null]>([
    ['mine', new Set(), { name: 'Summer' }],
    ['theirs', new Set(['name']), null],
    ['left open', undefined, null],
  ])('asks whose change of the same field holds, and sends nothing before: %s', async (_, chosen, sent) => {
    await open(CAMPAIGN);
    answer = chosen;
    await type(0, 'Summer');
    await send();
    await answerNow({ ...CAMPAIGN, name: 'Autumn' });
    expect(clashes).toEqual([
      { path: 'name', label: 'campaigns.name', mine: 'Summer', theirs: 'Autumn', by: 'just now' },
    ]);
    const bodies = http
      .match({ method: 'PATCH', url: '/api/campaigns/c' })
      .map(({ request }) => request.body as unknown);
    expect(bodies).toEqual(sent ? [sent] : []);
    expect(closed).toHaveLength(chosen && !sent ? 1 : 0);
  });

  it('takes a double press for one', async () => {
    await open(null);
    await type(0, 'Summer');
    await send();
    await send();
    const request = http.expectOne({ method: 'POST', url: '/api/campaigns' });
    expect(request.request.body).toEqual({ name: 'Summer', utmCampaign: 'summer', utmMedium: null });
  });

  it('asks before it throws away what was typed', async () => {
    await open(CAMPAIGN);
    expect(fixture.componentInstance.mayClose(undefined)).toBe(true);
    await type(0, 'Summer');
    expect(await fixture.componentInstance.mayClose(undefined)).toBe(false);
    expect(questions).toBe(1);
    expect(fixture.componentInstance.mayClose(CAMPAIGN)).toBe(true);
  });
});
