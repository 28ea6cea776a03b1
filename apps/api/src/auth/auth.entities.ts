import { HandOverEntity } from './hand-over.entity.js';
import { IdentityEntity } from './identity.entity.js';
import { SessionEntity } from './session.entity.js';
import { UserTokenEntity } from './user-token.entity.js';
import { UserEntity } from './user.entity.js';

/** Every table of accounts. */
export const AUTH_ENTITIES = [UserEntity, IdentityEntity, SessionEntity, UserTokenEntity, HandOverEntity];
