export { hashPassword, verifyPassword } from './passwords.js';
export { equalSecrets, hashToken, newToken } from './secrets.js';
