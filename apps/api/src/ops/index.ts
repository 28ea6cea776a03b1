export type { Terminal } from './command.js';
export { runCommand } from './commands.js';
