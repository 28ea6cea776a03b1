import { httpResource, provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ApplicationRef, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { OpenDialogs } from '@signpost/ui/start';
import { NEVER } from 'rxjs';
import { Connection } from '../requests/connection';
import { readOnReturn } from './read-on-return';
import { SessionStore } from '../session';

const FRESH_MS = 5_000;

describe('what is reloaded when the user returns to the window', () => {
  const returned = signal(0);
  const other = signal<string | null>(null);
  let http: HttpTestingController;

  function comeBackAfter(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
    returned.update((n) => n + 1);
    TestBed.tick();
  }

  async function answer(body: object | null, status = 200): Promise<void> {
    http.expectOne('/api/thing').flush(body, { status, statusText: String(status) });
    await TestBed.inject(ApplicationRef).whenStable();
  }

  async function open() {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: Connection, useValue: { returned } },
        { provide: SessionStore, useValue: { other } },
      ],
    });
    http = TestBed.inject(HttpTestingController);
    const resource = TestBed.runInInjectionContext(() => {
      const made = httpResource<{ title: string }>(() => '/api/thing');
      readOnReturn(made, FRESH_MS);
      return made;
    });
    TestBed.tick();
    return resource;
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    other.set(null);
  });
  afterEach(() => vi.useRealTimers());

  it('stays while it is asked for, and is then what others made of it', async () => {
    const resource = await open();
    await answer({ title: 'before' });
    comeBackAfter(FRESH_MS);
    expect(resource.value()).toEqual({ title: 'before' });
    await answer({ title: 'after' });
    expect(resource.value()).toEqual({ title: 'after' });
  });

  it('is not what is fresh or loading', async () => {
    await open();
    comeBackAfter(FRESH_MS);
    await answer({ title: 'before' });
    comeBackAfter(FRESH_MS - 1);
    http.expectNone('/api/thing');
    comeBackAfter(1);
    comeBackAfter(FRESH_MS);
    await answer({ title: 'after' });
    comeBackAfter(FRESH_MS - 1);
    http.verify();
  });

  it('is not what failed, which offers to try again', async () => {
    await open();
    await answer(null, 500);
    comeBackAfter(FRESH_MS);
    http.verify();
  });

  it('is nothing under a dialog', async () => {
    await open();
    await answer({ title: 'before' });
    TestBed.inject(OpenDialogs).opened(NEVER);
    comeBackAfter(FRESH_MS);
    http.verify();
  });

  it('is nothing when another user has signed in meanwhile', async () => {
    await open();
    await answer({ title: 'before' });
    other.set('other@example.com');
    comeBackAfter(FRESH_MS);
    http.verify();
  });
});
