export { AuditRepository } from './audit.repository.js';
export { AuditModule } from './audit.module.js';
export { AuditService, type AuditFacts, type AuditScope } from './audit.service.js';
