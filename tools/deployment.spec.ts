import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The YAML documents of a file; throws on a syntax error. */
const parsed = (text: string): unknown[] =>
  parseAllDocuments(text, { merge: true }).map((document) => {
    if ('errors' in document && document.errors.length > 0) throw new Error(document.errors[0]?.message);
    return document.toJS() as unknown;
  });

/** Any part of a parsed file. */
type Node = Readonly<Record<string, unknown>>;

function manifests(): Node[] {
  const folder = 'deploy/kubernetes';
  return readdirSync(join(ROOT, folder)).flatMap((file) => parsed(read(join(folder, file))) as Node[]);
}
const one = (kind: string): Node => manifests().find((found) => found['kind'] === kind) ?? {};

/** A value by its path, such as `spec.template.spec.containers.0`. */
function at(node: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Node | undefined)?.[key], node);
}

test('every manifest says what it is', () => {
  for (const found of manifests()) {
    expect([typeof found['apiVersion'], typeof found['kind'], typeof at(found, 'metadata.name')]).toEqual([
      'string',
      'string',
      'string',
    ]);
  }
  expect(manifests().map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Job', 'StatefulSet', 'Service', 'PodDisruptionBudget', 'Ingress']),
  );
});

test('probes ask for liveness, at the port of the image', () => {
  const container = at(one('StatefulSet'), 'spec.template.spec.containers.0');
  const ports = at(container, 'ports') as { name: string; containerPort: number }[];
  const imagePort = /\bPORT=(\d+)/.exec(read('docker/Dockerfile'))?.[1];
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    expect(at(container, `${probe}.httpGet.path`)).toBe('/api/health/live');
    const port = ports.find(({ name }) => name === at(container, `${probe}.httpGet.port`));
    expect(String(port?.containerPort)).toBe(imagePort);
  }
  expect(read('libs/contracts/src/routes.ts')).toContain("'/api/health/live'");
  expect(at(one('ConfigMap'), 'data.METRICS_PORT')).toBe(
    String(ports.find(({ name }) => name === 'metrics')?.containerPort),
  );
});

test('the image needs no BuildKit, which Docker of Debian 12 does not use by itself', () => {
  const flags = [...read('docker/Dockerfile').matchAll(/^(?:COPY|ADD|RUN) (--\w+)/gm)].map(([, flag]) => flag);
  expect(new Set(flags)).toEqual(new Set(['--from']));
});

test('settings are those that there are, and what is written survives a new pod', () => {
  const known = new Set([...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name));
  const set = { ...(at(one('ConfigMap'), 'data') as object), ...(at(one('Secret'), 'stringData') as object) };
  for (const name of Object.keys(set)) expect(known).toContain(name);
  const instances = one('StatefulSet');
  const claim = at(instances, 'spec.volumeClaimTemplates.0.metadata.name');
  const mounts = at(instances, 'spec.template.spec.containers.0.volumeMounts') as {
    name: unknown;
    mountPath: string;
  }[];
  expect(mounts.find(({ name }) => name === claim)?.mountPath).toBe('/data');
});

test('selectors meet the pods', () => {
  const labels = at(one('StatefulSet'), 'spec.template.metadata.labels');
  expect(at(one('PodDisruptionBudget'), 'spec.selector.matchLabels')).toEqual(labels);
  for (const service of manifests().filter(({ kind }) => kind === 'Service')) {
    expect(at(service, 'spec.selector')).toEqual(labels);
  }
});

test('one version: package, lock, manifests, changelog, and the folder that the documents build in', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock: unknown = JSON.parse(read('package-lock.json'));
  const image = 'spec.template.spec.containers.0.image';
  expect([at(lock, 'version'), at(lock, 'packages')]).toEqual([
    version,
    expect.objectContaining({ '': expect.objectContaining({ version }) }),
  ]);
  for (const kind of ['Job', 'StatefulSet']) expect(at(one(kind), image)).toBe(`ghcr.io/OWNER/signpost:${version}`);
  expect(at(one('Job'), 'metadata.name')).toBe(`signpost-migrate-${version.replaceAll('.', '-')}`);
  expect(/^## (\d\S*)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  expect(read('docs/deployment.md')).toContain(
    `git clone --branch v${version} <this repository> /opt/signpost-${version}`,
  );
});

test.each(['test.yaml', 'release.yaml'])('the workflow %s can be read, and its jobs are bounded', (file) => {
  const [workflow] = parsed(read(join('.github/workflows', file)));
  const jobs = Object.values(at(workflow, 'jobs') as Record<string, Node>);
  expect(jobs.length).toBeGreaterThan(0);
  for (const job of jobs) expect(typeof job['timeout-minutes']).toBe('number');
  expect(at(workflow, 'permissions')).toEqual({ contents: 'read' });
  const actions = jobs
    .flatMap((job) => job['steps'] as Node[])
    .flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
  expect(actions.length).toBeGreaterThan(0);
  // A tag can be moved to other code, a commit cannot.
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
});

test.each(['compose.yaml', 'compose.scale.yaml', 'compose.ha.yaml', 'compose.database.yaml'])(
  'docker/%s can be read, and names services that there are',
  (file) => {
    const services = (name: string): Record<string, Node> =>
      at(parsed(read(join('docker', name)))[0], 'services') as Record<string, Node>;
    const all = new Set(
      ['compose.database.yaml', 'compose.scale.yaml', file].flatMap((name) => Object.keys(services(name))),
    );
    for (const service of Object.values(services(file))) {
      const wanted = (service['depends_on'] ?? {}) as string[] | object;
      for (const name of Array.isArray(wanted) ? wanted : Object.keys(wanted)) expect(all).toContain(name);
    }
  },
);

test('what compose keeps running turns its log over', () => {
  const files = readdirSync(join(ROOT, 'docker')).filter((file) => file.startsWith('compose.'));
  const running = files.flatMap((file) =>
    Object.entries(at(parsed(read(`docker/${file}`))[0], 'services') as Record<string, Node>).filter(
      ([, { restart }]) => restart !== undefined,
    ),
  );
  expect(running.map(([name]) => name)).toEqual(
    expect.arrayContaining(['app', 'app-3', 'database', 'standby', 'redis', 'proxy']),
  );
  for (const [name, service] of running) expect([name, at(service, 'logging.driver')]).toEqual([name, 'local']);
});
