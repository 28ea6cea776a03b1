import { expect, test } from 'vitest';
import { ApiContract } from './api-contract.js';

const refusal = (...codes: string[]) => ({
  content: { 'application/json': { schema: { type: 'object', properties: { code: { enum: codes } } } } },
});

const contract = new ApiContract({
  paths: {
    '/api/links/{id}': {
      get: {
        responses: { 404: { $ref: '#/components/responses/LinkNotFound' }, default: refusal('not_found', 'busy') },
      },
    },
  },
  components: { schemas: {}, responses: { LinkNotFound: refusal('link_not_found') } },
});

const check = (path: string, status: number, code: string) => () => {
  contract.check({ method: 'GET', path, status, contentType: 'application/json', body: { code } });
};

test('a refusal stands at its operation with its code, or is one that any operation may give', () => {
  expect(check('/api/links/1', 404, 'link_not_found')).not.toThrow();
  expect(check('/api/links/1', 404, 'not_found')).not.toThrow();
  expect(check('/api/links/1', 503, 'busy')).not.toThrow();
  expect(check('/api/elsewhere', 404, 'not_found')).not.toThrow();
});

test('another status, another code or a success of which the document is silent fails', () => {
  expect(check('/api/links/1', 404, 'tag_not_found')).toThrow('against its contract');
  expect(check('/api/links/1', 409, 'conflict')).toThrow('against its contract');
  expect(check('/api/links/1', 200, '')).toThrow('not in the OpenAPI document');
});
