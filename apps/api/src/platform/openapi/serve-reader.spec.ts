import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { serveReader } from './serve-reader.js';

const app = supertest(express().use('/api/docs', serveReader()));

test('the documentation page works with and without a trailing slash, and has no inline script or style', async () => {
  const page = await app.get('/api/docs').expect(200);
  expect((await app.get('/api/docs/')).text).toBe(page.text);
  expect(page.text).not.toMatch(/<style|<script(?![^>]*src=)|style=|https?:/);
});

test('all files that the page refers to are served, and no others of the package', async () => {
  const { text } = await app.get('/api/docs');
  const named = [...text.matchAll(/"(\/api\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(4);
  for (const path of named) expect([path, (await app.get(path)).status]).toEqual([path, 200]);
  await app.get('/api/docs/package.json').expect(404);
  await app.get('/api/docs/index.js').expect(404);
});
