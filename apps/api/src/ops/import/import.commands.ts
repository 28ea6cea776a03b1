import { inDatabase, type Call, type Commands } from '../command.js';
import type { OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';

/** Commands that import links. */
export const IMPORT_COMMANDS: Commands = {
  import: {
    usage: 'import <file> --workspace SLUG [--map NAME|FILE] [--dry-run]',
    about:
      'Imports links from a file of this or another product, of any length. Run it again to continue where it stopped.',
    options: { workspace: { type: 'string' }, map: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    run: inDatabase('current', runImport),
  },
};

async function runImport(context: OpsContext, { values, positionals, terminal }: Call): Promise<number> {
  const { workspace, map } = values;
  if (typeof workspace !== 'string') throw new OpsError('Name the workspace to import into: --workspace SLUG.');
  const { importFile } = await import('./import-file.js');
  return importFile(context, terminal, {
    file: positionals[0] ?? '',
    workspace,
    map: typeof map === 'string' ? map : null,
    isDryRun: values['dry-run'] === true,
  });
}
