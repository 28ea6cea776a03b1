export { AppLogger } from './app-logger.js';
export { LoggingModule, logWithoutApplication } from './logging.module.js';
