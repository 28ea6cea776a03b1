export { OperatorModule } from './operator.module.js';
export { OperatorService } from './operator.service.js';
