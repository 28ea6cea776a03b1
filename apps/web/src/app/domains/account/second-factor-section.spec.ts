import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { SecondFactorSection } from './second-factor-section';

it('a second factor that could not be begun says why', async () => {
  const intoForm: Problems['intoForm'] = (_error, form) => form.fail({}, 'The server is busy.');
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      keysForWords(),
      { provide: Problems, useValue: { intoForm } },
      { provide: SessionStore, useValue: { session: () => ({ secondFactorMissing: false }) } },
    ],
  });
  const fixture = TestBed.createComponent(SecondFactorSection);
  const http = TestBed.inject(HttpTestingController);
  const element = fixture.nativeElement as HTMLElement;
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };
  fixture.detectChanges();
  http.expectOne('/api/auth/second-factor').flush({ enabled: false, recoveryCodesLeft: 0 });
  await settled();
  element.querySelector('button')?.click();
  http.expectOne('/api/auth/second-factor/setup').flush({}, { status: 503, statusText: 'Busy' });
  await settled();
  expect(element.querySelector('[role=alert]')?.textContent).toContain('The server is busy.');
});
