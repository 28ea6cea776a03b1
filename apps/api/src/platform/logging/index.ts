export { AppLogger } from './app-logger.js';
export { LoggingModule } from './logging.module.js';
