import { inDatabase, writeToStdout, type Call, type Commands } from '../command.js';
import type { OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';

/** Commands that export redirects. */
export const REDIRECT_MAP_COMMANDS: Commands = {
  'export-redirects': {
    usage: 'export-redirects --format nginx|caddy|netlify|json',
    about: 'Exports the redirects of all active addresses, for a web server that takes over from Signpost.',
    options: { format: { type: 'string' } },
    run: inDatabase('current', runExport),
  },
};

async function runExport({ client, config }: OpsContext, { values, terminal }: Call): Promise<number> {
  const { MAP_FORMATS } = await import('./formats.js');
  const { exportRedirects } = await import('./redirect-map.js');
  const { format } = values;
  const known = typeof format === 'string' && Object.hasOwn(MAP_FORMATS, format) ? MAP_FORMATS[format] : undefined;
  if (known === undefined) throw new OpsError(`--format must be one of ${Object.keys(MAP_FORMATS).join(', ')}.`);
  await writeToStdout(exportRedirects(client, config, known, Date.now()), terminal);
  return 0;
}
