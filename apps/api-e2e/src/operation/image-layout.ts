import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly word: string;
  readonly text: string;
}

/** A stage of a Dockerfile: its name (empty for the last, unnamed one) and its instructions. */
export interface Stage {
  readonly name: string;
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

/** Splits a Dockerfile into its stages. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [word = '', ...rest] = line.split(/\s+/);
    if (word === 'FROM') stages.push({ name: rest[2] ?? '', base: rest[0] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push({ word, text: line.slice(word.length).trim() });
  }
  return stages;
}

/** What the image runs, and where that lies on this machine. */
export interface ImageLayout {
  /** Folder that stands for the image's `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/**
 * Follows a Dockerfile below an empty folder without Docker and without network: `COPY` copies, and each `RUN` that
 * needs the registry is stood in for by what it would leave behind. An instruction that is not known here is an error,
 * so that the image and this test cannot drift apart.
 */
export function followDockerfile(repository: string, folder: string): ImageLayout {
  const stages = parseDockerfile(readFileSync(join(repository, 'docker/Dockerfile'), 'utf8'));
  const roots = new Map<string, string>();
  let layout: ImageLayout | null = null;
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, stage.name === '' ? 'image' : stage.name);
    mkdirSync(root, { recursive: true });
    roots.set(stage.name, root);
    const built = new StageFolder(repository, root, roots).follow(stage);
    if (index === stages.length - 1) layout = built;
  }
  if (layout === null) throw new Error('the Dockerfile has no stage');
  return layout;
}

class StageFolder {
  private workdir = '/';
  private readonly env: Record<string, string> = {};
  private user = 'root';
  private entrypoint: string[] = [];
  private command: string[] = [];
  private healthcheck: string[] = [];

  constructor(
    private readonly repository: string,
    private readonly root: string,
    private readonly roots: ReadonlyMap<string, string>,
  ) {}

  follow(stage: Stage): ImageLayout {
    for (const { word, text } of stage.instructions) this.step(word, text);
    const { root, workdir, env, user, entrypoint, command, healthcheck } = this;
    return { root, workdir: this.at(workdir), env, user, entrypoint, command, healthcheck };
  }

  private step(word: string, text: string): void {
    switch (word) {
      case 'WORKDIR':
        this.workdir = resolve(this.workdir, text);
        mkdirSync(this.at(this.workdir), { recursive: true });
        return;
      case 'ENV':
        for (const pair of text.split(/\s+/)) this.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
        return;
      case 'COPY':
        this.copy(text.split(/\s+/));
        return;
      case 'RUN':
        this.run(text);
        return;
      case 'USER':
        this.user = text;
        return;
      case 'ENTRYPOINT':
        this.entrypoint = JSON.parse(text) as string[];
        return;
      case 'CMD':
        this.command = JSON.parse(text) as string[];
        return;
      case 'HEALTHCHECK':
        this.healthcheck = JSON.parse(text.slice(text.indexOf('['))) as string[];
        return;
      case 'ARG':
      case 'LABEL':
      case 'VOLUME':
      case 'EXPOSE':
      case 'STOPSIGNAL':
        return;
    }
    throw new Error(`image-layout.ts does not know ${word}: teach it what the image does`);
  }

  private copy(words: string[]): void {
    const flags = words.filter((item) => item.startsWith('--'));
    const paths = words.filter((item) => !item.startsWith('--'));
    const target = paths.pop() ?? '';
    const stage = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
    const from = stage === undefined ? this.repository : this.roots.get(stage);
    if (from === undefined) throw new Error(`no stage ${stage ?? ''}`);
    // The whole context goes into the build stage alone, which is stood in for by this very checkout.
    if (paths.join() === '.') return;
    for (const path of paths) {
      // Of the base image, which is not here.
      if (path === '/usr/local/bin/node') continue;
      const source = join(from, path);
      const isFolder = target.endsWith('/');
      copyTree(source, this.at(resolve(this.workdir, target, isFolder ? (path.split('/').at(-1) ?? '') : '')));
    }
  }

  private run(text: string): void {
    switch (text) {
      case 'npm ci':
        return;
      case 'npm run build':
        copyTree(join(this.repository, 'dist/apps'), this.at(join(this.workdir, 'dist/apps')));
        return;
      case 'npm ci --omit=dev':
        this.installProduction();
        return;
      case 'node strip-packages.mjs':
        execFileSync(process.execPath, ['strip-packages.mjs'], { cwd: this.at(this.workdir) });
        return;
      case 'mkdir /data && chown node:0 /data && chmod 770 /data':
        mkdirSync(this.at('/data'), { recursive: true });
        return;
    }
    if (/^find node_modules -type f \\\([^;&|]+\\\) -delete$/.test(text)) {
      execFileSync('sh', ['-c', text], { cwd: this.at(this.workdir) });
      return;
    }
    // Into the base image, which is not here.
    if (text.startsWith('apt-get update && apt-get install ')) return;
    const removed = /^rm -rf ((?:node_modules\/[\w.-]+ ?)+)$/.exec(text)?.[1];
    if (removed === undefined)
      throw new Error(`image-layout.ts does not know RUN ${text}: teach it what that leaves behind`);
    for (const path of removed.trim().split(' '))
      rmSync(this.at(join(this.workdir, path)), { recursive: true, force: true });
  }

  /** What `npm ci --omit=dev` leaves: the packages that the lock does not mark as needed for development alone. */
  private installProduction(): void {
    const lock = JSON.parse(readFileSync(join(this.repository, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; link?: boolean }>;
    };
    const kept = Object.entries(lock.packages)
      .filter(([path, entry]) => path !== '' && entry.dev !== true && entry.link !== true)
      .map(([path]) => path)
      .filter((path) => existsSync(join(this.repository, path)));
    const kepts = new Set(kept);
    // A package inside a kept one comes along with it.
    const outermost = kept.filter((path) => !ancestorsOf(path).some((ancestor) => kepts.has(ancestor)));
    linkTrees(this.repository, outermost, this.at(this.workdir));
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (entry.dev === true && ancestorsOf(path).length > 0)
        rmSync(this.at(join(this.workdir, path)), { recursive: true, force: true });
    }
  }

  private at(path: string): string {
    return join(this.root, path);
  }
}

function copyTree(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
}

/** Packages that hold the one at `path` in their own node_modules. */
function ancestorsOf(path: string): string[] {
  const parts = path.split('/node_modules/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/node_modules/'));
}

/** The same trees without copying their bytes, where both lie on one file system. */
function linkTrees(from: string, paths: readonly string[], to: string): void {
  try {
    execFileSync('cp', ['-al', '--parents', ...paths, to], { cwd: from, stdio: 'ignore' });
  } catch {
    for (const path of paths) copyTree(join(from, path), join(to, path));
  }
}

/** Gives a tree to another user, as the image's own steps do. */
export function giveTo(path: string, uid: number): void {
  execFileSync('chown', ['-R', `${uid}:${uid}`, path]);
}
