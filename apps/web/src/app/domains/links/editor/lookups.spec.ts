import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ApplicationRef, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { LISTED } from '@signpost/contracts';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { SessionStore } from '../../../platform/session';
import { Lookups } from './lookups';

const MEMBERS = '/api/workspaces/members/options';

describe('the names that a link is read with', () => {
  const permissions = signal<readonly string[]>([]);
  let lookups: Lookups;
  let http: HttpTestingController;
  const settled = async (): Promise<void> => {
    await Promise.resolve();
    await TestBed.inject(ApplicationRef).whenStable();
  };
  const answerOthers = (): void => {
    http.expectOne('/api/tags').flush({ items: [] });
    http.expectOne('/api/campaigns').flush({ items: [{ id: 'c', name: 'Spring' }] });
  };

  const want = (...may: readonly string[]): void => {
    permissions.set(may);
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        {
          provide: SessionStore,
          useValue: {
            user: () => ({ id: 'me', email: 'me@example.com' }),
            can: (permission: string) => permissions().includes(permission),
          },
        },
      ],
    });
    lookups = TestBed.inject(Lookups);
    http = TestBed.inject(HttpTestingController);
    lookups.ensureLoaded();
    TestBed.tick();
  };

  it('are never ids: unlisted members and campaigns are called deleted', async () => {
    want('links.manage');
    expect([lookups.campaignName('x'), lookups.memberName('x')]).toEqual(['…', '…']);
    answerOthers();
    http.expectOne(MEMBERS).flush({ items: [{ userId: 'n', email: 'nora@example.com' }] });
    await settled();
    expect(['c', 'x'].map((id) => lookups.campaignName(id))).toEqual(['Spring', 'links.unnamed.campaign.gone']);
    expect(['n', 'x'].map((id) => lookups.memberName(id))).toEqual(['nora@example.com', 'links.unnamed.member.gone']);
  });

  it('are not called deleted where the list ends, which is said where a campaign is chosen', async () => {
    want();
    http.expectOne('/api/tags').flush({ items: [] });
    const items = Array.from({ length: LISTED.campaigns }, (_, n) => ({ id: String(n), name: String(n) }));
    http.expectOne('/api/campaigns').flush({ items: items.slice(1) });
    await settled();
    expect([lookups.campaignName('x'), lookups.campaignHint()]).toEqual(['links.unnamed.campaign.gone', null]);
    lookups.refresh();
    TestBed.tick();
    http.expectOne('/api/tags').flush({ items: [] });
    http.expectOne('/api/campaigns').flush({ items });
    await settled();
    expect([lookups.campaignName('x'), lookups.campaignHint()]).toEqual([
      'links.unnamed.campaign.some',
      'links.offeredCampaigns',
    ]);
  });

  it('tell campaigns of the same name apart by their UTM value, wherever one is named or chosen', async () => {
    want();
    http.expectOne('/api/tags').flush({ items: [] });
    const items = ['spring-26', 'spring-27'].map((utmCampaign) => ({ id: utmCampaign, name: 'Spring', utmCampaign }));
    http.expectOne('/api/campaigns').flush({ items: [...items, { id: 'c', name: 'Autumn', utmCampaign: 'autumn' }] });
    await settled();
    const names = ['Spring (spring-26)', 'Spring (spring-27)', 'Autumn'];
    expect(lookups.campaignOptions().map(({ label }) => label)).toEqual(names);
    expect(lookups.campaignName('spring-27')).toBe('Spring (spring-27)');
  });

  it('of members are not known to viewers, but for their own', async () => {
    want();
    answerOthers();
    await settled();
    expect(['n', 'me'].map((id) => lookups.memberName(id))).toEqual(['links.unnamed.member.some', 'me@example.com']);
  });

  it('are requested again on the next use after a failure, and only then', async () => {
    want('links.manage');
    answerOthers();
    http.expectOne(MEMBERS).flush(null, { status: 500, statusText: 'Broken' });
    await settled();
    expect(lookups.memberName('n')).toBe('links.unnamed.member.some');
    lookups.ensureLoaded();
    TestBed.tick();
    http.expectOne(MEMBERS).flush({ items: [{ userId: 'n', email: 'nora@example.com' }] });
    await settled();
    expect(lookups.memberName('n')).toBe('nora@example.com');
    lookups.ensureLoaded();
    TestBed.tick();
    http.verify();
  });

  it('stay when something else of the session changes', async () => {
    want('links.manage');
    answerOthers();
    http.expectOne(MEMBERS).flush({ items: [{ userId: 'n', email: 'nora@example.com' }] });
    await settled();
    permissions.set(['links.manage', 'members.manage']);
    TestBed.tick();
    http.verify();
    expect(lookups.memberName('n')).toBe('nora@example.com');
  });
});
