export { bodyParsers } from './body.js';
export { clientAddress, clientKey } from './client-address.js';
export { HostTargets, type HostTarget } from './host-target.js';
export { originGuard } from './origin-guard.js';
export { securityHeaders } from './security-headers.js';
export { roleGate } from './role-gate.js';
export { printablePath } from './printable-path.js';
export { requestContext, type RequestContext } from './request-context.js';
export { ReceivesFile } from './uploaded-file.js';
