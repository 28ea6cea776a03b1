export { ApiClient, type ApiAnswer } from './api-client.js';
export {
  COMPILE_CACHE,
  eventually,
  freePort,
  LIMITS_OFF,
  OWNER,
  setUpOwner,
  startApp,
  TEST_FLAGS,
  type AppProcess,
} from './app-process.js';
export { cloneDatabase, dropDatabase, type TestServer } from './clone-database.js';
export { heldBytes } from './held-bytes.js';
export { httpSend } from './http-send.js';
export { OpenIdServer } from './openid-server.js';
export { decodeQuotedPrintable, mailedToken, mailTo, readOutbox, type OutboxMail } from './outbox.js';
export { TestSmtpServer } from './smtp-server.js';
export { addLink, addLinks, addWorkspace, type LinkColumns } from './stored-rows.js';
export { TestBucket } from './test-bucket.js';
export { createTestDatabase, inTransaction, untilSomebodyWaits, type TestDatabase } from './test-database.js';
