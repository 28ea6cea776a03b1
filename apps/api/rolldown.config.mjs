import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { commitOfBuild } from '../../tools/commit.mjs';
import { OUTSIDE } from './outside-packages.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const output = here('../../dist/apps/api');

/** The entry points: the server, its commands, and the threads. */
const entries = Object.fromEntries(
  [
    'main',
    'ops/cli',
    'ops/commands',
    'seed',
    'rebuild',
    'clicks/writer/click-writer.worker',
    'auth/password/password-score.worker',
    'links/qr/qr-code.worker',
    'links/import/import-preview.worker',
  ].map((name) => [basename(name), here(`src/${name}.ts`)]),
);

const PACKAGES = 'packages';

/** What Nest would load if we used it, and is not installed: named here, or each build warns of what looks like an error. */
const NOT_INSTALLED = /^(?:@nestjs\/(?:microservices|websockets)|@fastify\/static)(?:\/|$)/;

/** Files that the bundle reads at run time. */
const besides = {
  name: 'besides',
  writeBundle() {
    mkdirSync(output, { recursive: true });
    writeFileSync(`${output}/build.json`, JSON.stringify({ commit: commitOfBuild() }));
    cpSync(here('src/migrations'), `${output}/migrations`, { recursive: true });
    cpSync(here('src/platform/openapi/reader'), `${output}/reader`, { recursive: true });
    execFileSync(process.execPath, [here('../../tools/generate-schemas.mjs'), `${output}/contracts.schema.json`]);
  },
};

/**
 * `@nestjs/typeorm` asks Node at run time for two classes that TypeORM 1 no longer has, which would load a second TypeORM from
 * node_modules. The module that does so answers here what it would answer then: that there are none.
 */
const oneTypeorm = {
  name: 'one-typeorm',
  load: {
    filter: { id: /@nestjs[\\/]typeorm[\\/].+typeorm-compat\.js$/ },
    handler: () => 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n',
  },
  generateBundle(_options, bundle) {
    const second = Object.values(bundle).filter(({ code }) => /require[\w$]*\(["'`]typeorm["'`]\)/.test(code ?? ''));
    if (second.length > 0)
      this.error(`a second TypeORM would be loaded by ${second.map((file) => file.fileName).join(', ')}`);
  },
};

/** Traces lead to our sources. Maps of the packages would cost each start memory and a quarter of its time. */
const ownMapsOnly = {
  name: 'own-maps-only',
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!name.startsWith(PACKAGES)) continue;
      if (file.type === 'asset') delete bundle[name];
      else file.code = file.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
    }
  },
};

export default defineConfig({
  input: entries,
  platform: 'node',
  tsconfig: here('tsconfig.json'),
  external: (id) => OUTSIDE.test(id) || NOT_INSTALLED.test(id),
  // What is left out by mistake fails the build, not the first request that needs it.
  onLog: (level, log, report) => report(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  plugins: [oneTypeorm, besides, ownMapsOnly],
  output: {
    dir: output,
    // Every migration in there is applied: one that an earlier build left would be, too.
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    // Blanks and comments are half of what each start would read; names stay, since Nest and TypeORM tell classes by them.
    minify: { compress: false, mangle: false },
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `${name.startsWith(PACKAGES) ? PACKAGES : '[name]'}-[hash].js`,
    // The writer's thread and the commands load of the packages only what they use.
    codeSplitting: { groups: [{ name: PACKAGES, test: /[\\/]node_modules[\\/]/, entriesAware: true }] },
  },
});
