import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ApplicationRef, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { LinkActions } from './link-actions';
import { LinkContext } from './link-context';

describe('the link of a page', () => {
  const changed = signal(0);
  let context: LinkContext;

  async function answered(id: string, title: string): Promise<string | null | undefined> {
    TestBed.tick();
    TestBed.inject(HttpTestingController)
      .expectOne(`/api/links/${id}`)
      .flush({ id, title, updatedAt: '2026-01-01T10:00:00.000Z' });
    await TestBed.inject(ApplicationRef).whenStable();
    return context.link()?.title;
  }

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        LinkContext,
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: LinkActions, useValue: { changed } },
      ],
    });
    context = TestBed.inject(LinkContext);
    context.id.set('a');
    expect(await answered('a', 'before')).toBe('before');
  });

  it('stays while it is read again', async () => {
    changed.update((n) => n + 1);
    TestBed.tick();
    expect(context.link()?.title).toBe('before');
    expect(await answered('a', 'after')).toBe('after');
  });

  it('is read again when something was done to it since', async () => {
    context.catchUp('2026-01-01T10:00:00.000Z');
    TestBed.tick();
    TestBed.inject(HttpTestingController).verify();
    context.catchUp('2026-01-01T10:00:01.000Z');
    expect(context.link()?.title).toBe('before');
    expect(await answered('a', 'after')).toBe('after');
  });

  it('is cleared at once when the URL changes: actions are meant for the next link', async () => {
    context.id.set('b');
    expect(context.link()).toBeUndefined();
    TestBed.tick();
    expect(context.link()).toBeUndefined();
    expect(await answered('b', 'next')).toBe('next');
  });
});
