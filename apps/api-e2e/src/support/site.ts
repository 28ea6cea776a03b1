import { setUpOwner, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect } from 'vitest';

/** An application for one spec file, with its owner. */
export interface Site {
  readonly app: AppProcess;
  readonly owner: ApiClient;
  /** Creates a link, with a default destination unless the body contains one, and returns it. */
  create(body?: object): Promise<ApiAnswer['body']>;
}

/** Starts the application before the tests of the file and stops it after them; using it outside of a test throws. */
export function aSite(): Site {
  let started: { app: AppProcess; owner: ApiClient } | undefined;
  const site = (): { app: AppProcess; owner: ApiClient } => {
    if (started === undefined) throw new Error('the application is there for tests only, not while they are collected');
    return started;
  };
  beforeAll(async () => {
    const app = await startApp();
    started = { app, owner: await setUpOwner(app) };
  });
  afterAll(() => started?.app.stop());
  return {
    get app() {
      return site().app;
    },
    get owner() {
      return site().owner;
    },
    create: async (body = {}) => {
      const answer = await site().owner.post('/api/links', { destinationUrl: 'https://example.com/x', ...body });
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    },
  };
}

/** The fields of an error response, in its order. */
export function fieldsOf(answer: { body: { errors?: { field: string }[] } }): string[] {
  return answer.body.errors?.map(({ field }) => field) ?? [];
}
