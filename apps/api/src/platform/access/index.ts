export {
  ACCESS,
  Context,
  CurrentMember,
  CurrentSession,
  JobsSecret,
  MaybeSession,
  OperatorOnly,
  Public,
  Requires,
  Sessionless,
  SignedIn,
} from './access.decorators.js';
export { AccessGuard } from './access.guard.js';
export { isOperator } from './operators.js';
export { Principals, type Actor, type CurrentWorkspace, type Member, type SessionInfo } from './principals.js';
export { clearSessionCookie, readSessionTokens, sharesSession, startSessionCookie } from './session-cookie.js';
