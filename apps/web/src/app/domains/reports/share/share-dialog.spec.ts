import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import type { NewReportShare } from '@signpost/contracts';
import { Confirm, Dialogs } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { ShareDialog } from './share-dialog';

const SHARE: NewReportShare = {
  id: 's',
  url: 'https://go.example/share/abc',
  subject: { type: 'workspace', id: null },
  title: null,
  creator: null,
  createdAt: '2026-11-27T08:00:00.000Z',
  expiresAt: '2026-12-27T00:00:00.000Z',
};

describe('the dialog that shares a report', () => {
  it('revokes what was shared after it was left, since nobody saw the address, and copies nothing', async () => {
    const questions: string[] = [];
    const confirm = ({ text }: { text: string }): Promise<boolean> => (questions.push(text), Promise.resolve(true));
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        { provide: Confirm, useValue: { ask: confirm } },
      ],
    });
    const http = TestBed.inject(HttpTestingController);
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
    const ref = TestBed.inject(Dialogs).open(ShareDialog, { type: 'workspace', id: null });
    TestBed.tick();
    http.expectOne('/api/reports/shares').flush({ items: [] });
    document.querySelector('app-share-dialog form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    const made = http.expectOne({ method: 'POST', url: '/api/reports/shares' });
    ref.close();
    await new Promise((resolve) => setTimeout(resolve));
    expect(questions).toEqual(['reports.share.leaving']);
    expect(document.querySelector('app-share-dialog')).toBeNull();

    made.flush(SHARE);
    await new Promise((resolve) => setTimeout(resolve));
    http.expectOne({ method: 'DELETE', url: '/api/reports/shares/s' }).flush({ ok: true });
    await new Promise((resolve) => setTimeout(resolve));
    TestBed.tick();
    await new Promise((resolve) => setTimeout(resolve));
    expect(
      TestBed.inject(Toasts)
        .toasts()
        .map(({ tone }) => tone),
    ).toEqual(['error']);
    expect(copied).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
