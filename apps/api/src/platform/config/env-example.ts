import { VARIABLES } from './variables.js';

/** The text of `.env.example`: every variable with its meaning and its default. */
export function envExample(): string {
  const lines = VARIABLES.map(({ name, fallback, meaning }) => `# ${meaning} Default: ${fallback}.\n#${name}=\n`);
  return `# Settings of Signpost. Every one is optional. Copy this file to .env, or set them in the environment.\n\n${lines.join('\n')}`;
}
