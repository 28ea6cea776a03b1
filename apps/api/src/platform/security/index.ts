export { purposeKey } from './purpose-key.js';
export { SealedBox } from './sealed-box.js';
export { bearerOf, equalSecrets, hashToken, newToken } from './secrets.js';
export { hashPassword, verifyPassword } from './passwords.js';
