export { SharesModule } from './shares.module.js';
