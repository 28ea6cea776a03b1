import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AbuseReport } from '@signpost/contracts';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Desk, REPORTS_OF } from './desk-api';
import { ReportList } from './report-list';

const OPEN: AbuseReport = {
  id: 'r',
  state: 'open',
  reason: 'It asks for the password of my bank.',
  link: { id: 'a', slug: 'sale' },
  destinationUrl: 'https://example.com/sale',
  shortUrl: 'https://go.example/sale',
  quarantinedBy: null,
  creator: null,
  createdAt: '2026-11-27T08:00:00.000Z',
};
const STOPPED: AbuseReport = { ...OPEN, state: 'quarantined', quarantinedBy: 'workspace' };
const STOPPED_BEFORE: AbuseReport = { ...OPEN, quarantinedBy: 'workspace' };

describe('a decision about a report', () => {
  /** Clicks the button of the decision and responds to it; returns the requests of Undo, where it is offered. */
  async function decide(report: AbuseReport, button: string, desk: Desk = 'workspace'): Promise<string | null> {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), provideRouter([]), keysForWords()],
    });
    const http = TestBed.inject(HttpTestingController);
    const fixture = TestBed.createComponent(ReportList);
    fixture.componentRef.setInput('desk', desk);
    TestBed.tick();
    http.expectOne(REPORTS_OF[desk]).flush({ items: [report] });
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const press = async (name: string): Promise<void> => {
      [...element.querySelectorAll<HTMLElement>('button, label')]
        .find(({ textContent }) => textContent.trim() === name)
        ?.click();
      await fixture.whenStable();
    };
    if (report.state !== 'open') await press('desk.all');
    await press(button);
    const [request] = http.match(({ method }) => method === 'POST');
    request?.flush(report);
    await new Promise((resolve) => setTimeout(resolve));
    const toasts = TestBed.inject(Toasts);
    expect(toasts.toasts()).toHaveLength(1);
    // Undo also works from another page.
    fixture.destroy();
    if (!toasts.undoNewest()) return null;
    const [back] = http.match(({ method }) => method === 'POST');
    back?.flush(report);
    await new Promise((resolve) => setTimeout(resolve));
    expect(toasts.toasts().map(({ tone }) => tone)).toEqual(['done']);
    return back?.request.url ?? null;
  }

  it.each<[string, AbuseReport, string, string | null]>([
    ['a stopped link is set free', OPEN, 'desk.quarantine', '/api/reports/abuse/r/dismiss'],
    ['a link that is set free is stopped', STOPPED, 'desk.lift', '/api/reports/abuse/r/quarantine'],
    ['a link that was stopped before stays so', STOPPED_BEFORE, 'desk.quarantine', null],
    ['a dismissed report is not opened', OPEN, 'desk.dismiss', null],
  ])('is taken back: %s', async (_case, report, button, request) => {
    expect(await decide(report, button)).toBe(request);
  });

  it('of the operator is taken back at the operator’s desk', async () => {
    const report = { ...OPEN, workspace: { id: 'w', slug: 'north', name: 'North' } };
    expect(await decide(report, 'desk.quarantine', 'operator')).toBe('/api/admin/abuse-reports/r/dismiss');
    TestBed.resetTestingModule();
    // Quarantined by the workspace's desk: the operator's quarantine is a separate one.
    expect(await decide({ ...report, state: 'quarantined', quarantinedBy: 'workspace' }, 'desk.lift', 'operator')).toBe(
      null,
    );
  });
});
