export { runCommand, type Terminal } from './commands.js';
