export { VisitorModule } from './visitor.module.js';
