import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InvitationsModule } from '../invitations/index.js';
import { MembersModule } from '../members/index.js';
import { Principals } from '../platform/access/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { AccountAudit } from './account/account-audit.js';
import { AccountMails } from './account/account-mails.js';
import { AccountController } from './account/account.controller.js';
import { AccountsRepository } from './account/accounts.repository.js';
import { AuthPrincipals } from './session/auth-principals.js';
import { EmailVerificationService } from './registration/email-verification.service.js';
import { HandOverController } from './sign-in/hand-over.controller.js';
import { HandOverEntity } from './sign-in/hand-over.entity.js';
import { HandOverService } from './sign-in/hand-over.service.js';
import { HandOversRepository } from './sign-in/hand-overs.repository.js';
import { IdentitiesRepository } from './oidc/identities.repository.js';
import { IdentitiesService } from './oidc/identities.service.js';
import { IdentityEntity } from './oidc/identity.entity.js';
import { LocalStrategy } from './sign-in/local.strategy.js';
import { OidcAccountsService } from './oidc/oidc-accounts.service.js';
import { OidcClient } from './oidc/oidc-client.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OidcService } from './oidc/oidc.service.js';
import { PasswordValidator } from './password/password-validator.js';
import { PasswordsService } from './password/passwords.service.js';
import { RegistrationService } from './registration/registration.service.js';
import { SessionController } from './session/session.controller.js';
import { SessionEntity } from './session/session.entity.js';
import { SessionViews } from './session/session-views.js';
import { SessionsRepository } from './session/sessions.repository.js';
import { SessionsService } from './session/sessions.service.js';
import { SetupCode } from './registration/setup-code.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { Turnstile } from './registration/turnstile.js';
import { EmailChangeController } from './account/email-change.controller.js';
import { EmailChangeEntity } from './account/email-change.entity.js';
import { EmailChangeService } from './account/email-change.service.js';
import { EmailChangesRepository } from './account/email-changes.repository.js';
import { UnprovenAccess } from './unproven-access.service.js';
import { UserTokenEntity } from './account/user-token.entity.js';
import { UserTokensRepository } from './account/user-tokens.repository.js';
import { UserEntity } from './account/user.entity.js';
import { SecondFactorRule } from './second-factor/second-factor-rule.js';
import { SecurityNotices } from './account/security-notices.js';
import { CompanyAccessService } from './oidc/company-access.service.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SecondStepService } from './second-factor/second-step.service.js';
import { SignInMethods } from './sign-in/sign-in-methods.js';
import { SignInLinkService } from './sign-in/sign-in-link.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SignInLinkController } from './sign-in/sign-in-link.controller.js';
import { SignInSetupController } from './sign-in/sign-in-setup.controller.js';
import { PasskeyEntity } from './passkeys/passkey.entity.js';
import { PasskeyAnswerEntity } from './passkeys/passkey-answer.entity.js';
import { RecoveryCodeEntity } from './second-factor/recovery-code.entity.js';
import { SecondFactorEntity } from './second-factor/second-factor.entity.js';

/** Global, because the access guard of every module resolves the caller through it. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      UserEntity,
      IdentityEntity,
      SessionEntity,
      UserTokenEntity,
      EmailChangeEntity,
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
    EmailChangeController,
    OidcController,
    HandOverController,
    PasskeysController,
    SecondFactorController,
    SignInLinkController,
    SignInSetupController,
  ],
  providers: [
    AccountAudit,
    AccountMails,
    SecurityNotices,
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
    EmailChangeService,
    EmailChangesRepository,
    EmailVerificationService,
    HandOverService,
    HandOversRepository,
    IdentitiesRepository,
    IdentitiesService,
    LocalStrategy,
    OidcAccountsService,
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
