import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InvitationsModule } from '../invitations/index.js';
import { MembersModule } from '../members/index.js';
import { Principals } from '../platform/access/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { AccountAudit } from './account-audit.js';
import { AccountController } from './account.controller.js';
import { AccountsRepository } from './accounts.repository.js';
import { AuthPrincipals } from './auth-principals.js';
import { EmailVerificationService } from './email-verification.service.js';
import { HandOverController } from './hand-over.controller.js';
import { HandOverEntity } from './hand-over.entity.js';
import { HandOverService } from './hand-over.service.js';
import { HandOversRepository } from './hand-overs.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityEntity } from './identity.entity.js';
import { LocalStrategy } from './local.strategy.js';
import { OidcClient } from './oidc-client.js';
import { OidcController } from './oidc.controller.js';
import { OidcService } from './oidc.service.js';
import { PasswordValidator } from './password-validator.js';
import { PasswordsService } from './passwords.service.js';
import { RegistrationService } from './registration.service.js';
import { SessionController } from './session.controller.js';
import { SessionEntity } from './session.entity.js';
import { SessionViews } from './session-views.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { SetupCode } from './setup-code.js';
import { SignInService } from './sign-in.service.js';
import { Turnstile } from './turnstile.js';
import { UnprovenAccess } from './unproven-access.service.js';
import { UserTokenEntity } from './user-token.entity.js';
import { UserTokensRepository } from './user-tokens.repository.js';
import { UserEntity } from './user.entity.js';
import { SecondFactorRule } from './second-factor-rule.js';
import { AccountNews } from './account-news.js';
import { CompanyAccessService } from './company-access.service.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeysService } from './passkeys.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondStepService } from './second-step.service.js';
import { SignInMethods } from './sign-in-methods.js';
import { SignInLinkService } from './sign-in-link.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SignInLinkController } from './sign-in-link.controller.js';
import { SignInSetupController } from './sign-in-setup.controller.js';
import { PasskeyEntity } from './passkey.entity.js';
import { PasskeyAnswerEntity } from './passkey-answer.entity.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { SecondFactorEntity } from './second-factor.entity.js';

/** Global, because the access guard of every module asks it who is calling. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      UserEntity,
      IdentityEntity,
      SessionEntity,
      UserTokenEntity,
      HandOverEntity,
      PasskeyEntity,
      PasskeyAnswerEntity,
      RecoveryCodeEntity,
      SecondFactorEntity,
    ]),
    InvitationsModule,
    MembersModule,
    WorkspacesModule,
  ],
  controllers: [
    SessionController,
    AccountController,
    OidcController,
    HandOverController,
    PasskeysController,
    SecondFactorController,
    SignInLinkController,
    SignInSetupController,
  ],
  providers: [
    AccountAudit,
    AccountNews,
    SecondFactorRule,
    CompanyAccessService,
    PasskeysRepository,
    PasskeysService,
    SecondFactorsRepository,
    SecondFactorService,
    SecondStepService,
    SignInMethods,
    SignInLinkService,
    AccountsRepository,
    EmailVerificationService,
    HandOverService,
    HandOversRepository,
    IdentitiesRepository,
    IdentitiesService,
    LocalStrategy,
    OidcClient,
    OidcService,
    PasswordValidator,
    PasswordsService,
    RegistrationService,
    SessionViews,
    SessionsRepository,
    SessionsService,
    SetupCode,
    SignInService,
    Turnstile,
    UnprovenAccess,
    UserTokensRepository,
    { provide: Principals, useClass: AuthPrincipals },
  ],
  exports: [Principals, SignInService, Turnstile],
})
export class AuthModule {}
