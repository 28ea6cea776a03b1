import { SecondFactorEntity } from './auth/second-factor.entity.js';
import { RecoveryCodeEntity } from './auth/recovery-code.entity.js';
import { PasskeyAnswerEntity } from './auth/passkey-answer.entity.js';
import { PasskeyEntity } from './auth/passkey.entity.js';
import { HandOverEntity } from './auth/hand-over.entity.js';
import { IdentityEntity } from './auth/identity.entity.js';
import { SessionEntity } from './auth/session.entity.js';
import { UserTokenEntity } from './auth/user-token.entity.js';
import { UserEntity } from './auth/user.entity.js';
import { TagEntity } from './tags/tag.entity.js';
import { WorkspaceEntity } from './workspaces/workspace.entity.js';

/**
 * Every table that TypeORM reads or writes, for connections that are made without the modules: those of commands and of tests.
 * The application itself gets each from the module that names it with `TypeOrmModule.forFeature`; `entities.db.spec.ts` compares.
 */
export const ENTITIES = [
  HandOverEntity,
  IdentityEntity,
  PasskeyEntity,
  PasskeyAnswerEntity,
  RecoveryCodeEntity,
  SecondFactorEntity,
  SessionEntity,
  TagEntity,
  UserEntity,
  UserTokenEntity,
  WorkspaceEntity,
];
