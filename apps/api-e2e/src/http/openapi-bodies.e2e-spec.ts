import { EXAMPLES, type RuleName } from '@signpost/contracts';
import { setUpOwner, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SchemaCases, type BodyCase, type CaseSchema } from '../support/schema-cases.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { readonly schema: CaseSchema }>;
  };
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, CaseSchema> };
}

const JOBS_SECRET = 'a-secret-for-the-operator-routes';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

/** Why a body that is valid by its schema is refused: all that a schema cannot say. */
const UNSAID: ReadonlySet<RuleName> = new Set<RuleName>([
  // Between fields, or between rows.
  'expires_before_start',
  'campaign_and_utm',
  'campaign_required',
  'required',
  'ids_or_filter',
  'slug_or_path',
  'fields_needed',
  'trashed_unchangeable',
  'row_key_twice',
  'row_address_twice',
  // What there is: records, words of the product, time.
  'campaign_unknown',
  'member_unknown',
  'slug_reserved',
  'word_reserved',
  'address_taken',
  'address_own',
  'path_is_slug',
  'time_passed',
  'time_too_far',
  'code_wrong',
  'factor_off',
  'factor_not_set_up',
  'password_wrong',
  // Meaning within a text.
  'password_weak',
  'url_host',
  'url_invalid',
  'not_country',
  'host_pattern',
  'host_wanted',
]);

/** In single mode these are refused before their body is read. */
const REFUSED_BEFORE: ReadonlySet<string> = new Set(['enterDemo', 'createWorkspace']);

/** Fields of the other form of a body: next to those of the example the schema refuses them. */
const OTHER_FORM: ReadonlySet<string> = new Set(['addAlias path']);

/** Null is taken for none here, too, which the document need not offer. */
const NULL_IS_NONE: ReadonlySet<string> = new Set(['targeting.country', 'targeting.os']);

let app: AppProcess;
let owner: ApiClient;
let document: Document;

beforeAll(async () => {
  app = await startApp({ env: { JOBS_SECRET } });
  owner = await setUpOwner(app);
  document = (await app.client().get('/api/openapi.json')).body as Document;
});
afterAll(() => app?.stop());

/** Bodies that change what other cases need, or nothing where they are the example. */
const RIGHT: Readonly<Record<string, Record<string, unknown>>> = {
  UpdateWorkspaceInput: { name: 'Acme' },
};

test('a body is taken at each bound of its schema but for what no schema says, and one step beyond is a 422 on that field', async () => {
  const link = (await owner.post('/api/links', { destinationUrl: 'https://example.com' })).body as { id: string };
  const campaign = (await owner.post('/api/campaigns', { name: 'A', utmCampaign: 'a' })).body as { id: string };
  const tag = (await owner.post('/api/tags', { name: 'a' })).body as { id: string };
  const view = (await owner.post('/api/views', { name: 'A', query: '' })).body as { id: string };
  const idOf = (path: string): string =>
    [
      ['/api/links/', link.id],
      ['/api/campaigns/', campaign.id],
      ['/api/tags/', tag.id],
      ['/api/views/', view.id],
    ].find(([begin = '']) => path.startsWith(begin))?.[1] ?? UNKNOWN;

  const cases = new SchemaCases(document.components.schemas);
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const wrong: unknown[] = [];
  const tried: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody, operationId }] of Object.entries(operations)) {
      const schema = requestBody?.content['application/json']?.schema;
      const type = schema?.$ref?.split('/').at(-1) ?? '';
      if (schema === undefined || REFUSED_BEFORE.has(operationId)) continue;
      const right = RIGHT[type] ?? (EXAMPLES[type] as Record<string, unknown>);
      const isValidBySchema = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object);
      const headers: Record<string, string> = path.startsWith('/api/admin')
        ? { authorization: `Bearer ${JOBS_SECRET}` }
        : {};
      const at = path.replace('{id}', idOf(path));
      const send = async ({ field, body, isValid }: BodyCase): Promise<void> => {
        tried.push(`${operationId} ${field}`);
        const answer = await owner.request(method.toUpperCase(), at, { body, headers });
        if (isValid ? isTaken(answer) : isRefusedAt(answer, field)) return;
        const shown = JSON.stringify(answer.body?.errors ?? answer.body?.code ?? null).slice(0, 300);
        wrong.push([operationId, isValid, field, JSON.stringify(body).slice(0, 200), answer.status, shown]);
      };
      const without = await owner.request(method.toUpperCase(), at, { headers });
      if (requestBody?.required ? without.status !== 422 : !isTaken(without)) wrong.push([operationId, without.body]);
      const all = cases.of(schema, right);
      const misjudged = all.filter(
        ({ field, body, isValid }) =>
          isValidBySchema(body) !== isValid && !(isValid && OTHER_FORM.has(`${operationId} ${field}`)),
      );
      wrong.push(...misjudged.map(({ field, body, isValid }) => [operationId, 'by its schema', !isValid, field, body]));
      // What is refused changes nothing, so that several may be on their way.
      const refused = all.filter(
        ({ isValid, field, body }) => !isValid && !(NULL_IS_NONE.has(field) && isNullAt(body, field)),
      );
      for (let next = 0; next < refused.length; next += 8) await Promise.all(refused.slice(next, next + 8).map(send));
      for (const one of all) if (one.isValid && !isDangerous(operationId, one.field)) await send(one);
    }
  }
  expect(wrong).toEqual([]);
  // As many as there were when this was written: a rule that is lost is missed here.
  expect(tried.length).toBeGreaterThanOrEqual(1950);
  expect(new Set(tried).size).toBeGreaterThanOrEqual(330);
});

/** What would change the rules for the cases that follow. */
function isDangerous(operationId: string, field: string): boolean {
  return operationId === 'updateWorkspace' && field === 'allowedHosts';
}

function isTaken({ status, body }: ApiAnswer): boolean {
  if (status >= 500) return false;
  if (status !== 422 || body.code !== 'validation_failed') return true;
  return (body.errors as { rule: RuleName }[]).every(({ rule }) => UNSAID.has(rule));
}

function isNullAt(body: unknown, field: string): boolean {
  const found = field.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], body);
  return found === null;
}

/** At the field itself, or at the part of it that breaks the rule. */
function isRefusedAt({ status, body }: ApiAnswer, field: string): boolean {
  const named = ((body?.errors ?? []) as { field: string }[]).map((error) => error.field);
  return status === 422 && named.some((name) => field === '' || name === field || name.startsWith(`${field}.`));
}
