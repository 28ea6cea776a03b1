import { HttpRequest, provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { Link } from '@signpost/contracts';
import { Connection } from '../../../platform/requests/connection';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { SlugHolder } from './slug-holder';
import { aLink } from '../../../platform/link.fixtures';

const holder = (over: Partial<Link>) => aLink('a', { slug: 'other', ...over });

describe('SlugHolder', () => {
  let fixture: ComponentFixture<SlugHolder>;
  let http: HttpTestingController;

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), keysForWords()],
    });
    http = TestBed.inject(HttpTestingController);
    fixture = TestBed.createComponent(SlugHolder);
    fixture.componentRef.setInput('slug', null);
    await settle();
  });

  async function settle(): Promise<void> {
    fixture.detectChanges();
    await fixture.whenStable();
  }

  const isOfTrash = ({ params }: HttpRequest<unknown>): boolean => params.get('trashed') === 'true';
  const pageOf = (page: number, items: readonly Link[], total = items.length) => ({ items, page, perPage: 100, total });

  /** Responds with one page of the matches, of which there are `total`. */
  async function answer(where: string, page: number, items: readonly Link[], total = items.length): Promise<void> {
    const url = `/api/links?q=wanted&${where}&sort=createdAt&perPage=100&page=${page}`;
    fixture.detectChanges();
    http.expectOne((request) => request.urlWithParams === url).flush(pageOf(page, items, total));
    await new Promise((resolve) => setTimeout(resolve));
  }

  async function hold(live: readonly Link[], trashed: readonly Link[] = []): Promise<HTMLElement> {
    fixture.componentRef.setInput('slug', ' Wanted ');
    await answer('archived=all', 1, live);
    // The trash is searched only when no other link has the slug.
    for (const request of http.match(isOfTrash)) request.flush(pageOf(1, trashed));
    await settle();
    return fixture.nativeElement;
  }

  it('asks nothing while no address is taken', () => {
    http.verify();
    expect(fixture.nativeElement.textContent).toBe('');
  });

  it.each([
    ['a link', holder({ slug: 'wanted' }), 'links.slug.heldBy.link wanted'],
    ['a link by another of its addresses', holder({ aliases: ['wanted'] }), 'links.slug.heldBy.link other'],
    ['an archived link', holder({ slug: 'wanted', archived: true }), 'links.slug.heldBy.archived wanted'],
  ])('leads to %s', async (_name, link, text) => {
    const shown = await hold([holder({ id: 'b', slug: 'wanted-too' }), link]);
    expect(shown.textContent.replace(/\s+/g, ' ').trim()).toBe(text);
    expect(shown.querySelector('a')?.getAttribute('href')).toBe('/links/a');
  });

  it('leads to the trash', async () => {
    const shown = await hold([], [holder({ slug: 'wanted', archived: true })]);
    expect(shown.textContent).toContain('links.slug.heldBy.trash');
    expect(shown.querySelector('a')?.getAttribute('href')).toBe('/links/trash?q=wanted');
  });

  it('is found behind any number of links that are called similarly', async () => {
    const similar = Array.from({ length: 100 }, (_, i) => holder({ id: `b${i}`, slug: `wanted-${i}` }));
    fixture.componentRef.setInput('slug', 'wanted');
    await answer('archived=all', 1, similar, 250);
    await answer('archived=all', 2, similar, 250);
    await answer('archived=all', 3, [holder({ slug: 'wanted' })], 250);
    await settle();
    expect(fixture.nativeElement.querySelector('a').getAttribute('href')).toBe('/links/a');
    http.verify();
  });

  it('is given up where a thousand links have the word', async () => {
    const similar = Array.from({ length: 100 }, (_, i) => holder({ id: `b${i}`, slug: `wanted-${i}` }));
    fixture.componentRef.setInput('slug', 'wanted');
    for (let page = 1; page <= 10; page += 1) await answer('archived=all', page, similar, 100_000);
    await answer('trashed=true', 1, []);
    await settle();
    expect(fixture.nativeElement.textContent).toBe('');
    http.verify();
  });

  it('is looked for again when the server is back', async () => {
    const shown = await hold([holder({ slug: 'wanted-too' })]);
    TestBed.inject(Connection).lost();
    TestBed.inject(Connection).found();
    await answer('archived=all', 1, [holder({ slug: 'wanted' })]);
    await settle();
    expect(shown.querySelector('a')).not.toBeNull();
  });

  it('is looked for no longer than until it is found', async () => {
    fixture.componentRef.setInput('slug', 'wanted');
    await answer('archived=all', 1, [holder({ slug: 'wanted' })], 250);
    await settle();
    http.verify();
  });

  it('is looked for no longer once another slug is typed', async () => {
    fixture.componentRef.setInput('slug', 'wanted');
    fixture.detectChanges();
    const request = http.expectOne(({ params }) => params.get('q') === 'wanted');
    fixture.componentRef.setInput('slug', null);
    fixture.detectChanges();
    request.flush(pageOf(1, [], 250));
    await settle();
    http.verify();
  });

  it('says nothing of links that are only called similarly', async () => {
    const shown = await hold([holder({ slug: 'wanted-too' })], [holder({ slug: 'unwanted' })]);
    expect(shown.textContent).toBe('');
  });
});
