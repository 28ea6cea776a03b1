export { SealedBox } from './sealed-box.js';
export { equalSecrets, hashToken, newToken } from './secrets.js';
export { hashPassword, verifyPassword } from './passwords.js';
