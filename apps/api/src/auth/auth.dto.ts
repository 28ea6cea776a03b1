import {
  LIMITS,
  type AccountInput,
  type ChangeEmailInput,
  type CodeInput,
  type CreatePasskeyInput,
  type PasskeySignInInput,
  type RenamePasskeyInput,
  type ChangePasswordInput,
  type EmailChangeAnswer,
  type EmailInput,
  type HandOverInput,
  type LoginInput,
  type RegisterInput,
  type ResendInput,
  type ResetInput,
  type TokenInput,
  type VerifyInput,
} from '@signpost/contracts';
import { IsObject } from 'class-validator';
import {
  Email,
  Flag,
  ValidatedFurther,
  NullableEmail,
  Nullable,
  NullableText,
  Password,
  Text,
  Token,
  withRule,
} from '../platform/validation/index.js';

const NewPassword = () => Password(LIMITS.accountPasswordMax, LIMITS.accountPasswordMin);
/** A current password is only compared, so just its size is limited. */
const GIVEN_PASSWORD_MAX = 1000;
const TURNSTILE_TOKEN_MAX = 4096;

@ValidatedFurther()
export class RegisterDto implements RegisterInput {
  @Email() email: string;
  @NewPassword() password: string;
  @NullableText({ max: LIMITS.workspaceNameLength }) workspaceName?: string | null;
  @NullableText({ max: 100 }) setupCode?: string | null;
  @NullableText({ max: 500 }) invitationToken?: string | null;
  @NullableText({ max: TURNSTILE_TOKEN_MAX }) turnstileToken?: string | null;
}

export class AccountDto implements AccountInput {
  @Flag() weeklyDigest?: boolean;
  @NullableText({ max: LIMITS.displayNameLength }) displayName?: string | null;
}

export class ChangeEmailDto implements ChangeEmailInput {
  @Email() email: string;
  @Nullable() @Password(GIVEN_PASSWORD_MAX) currentPassword?: string | null;
}

export class EmailChangeAnswerDto implements EmailChangeAnswer {
  @Token() token: string;
  @Flag() reject?: boolean;
}

export class LoginDto implements LoginInput {
  @Email() email: string;
  @Password(GIVEN_PASSWORD_MAX) password: string;
  @NullableText({ max: TURNSTILE_TOKEN_MAX }) turnstileToken?: string | null;
}

export class EmailDto implements EmailInput {
  @Email() email: string;
}

export class ResendDto implements ResendInput {
  @NullableEmail() email?: string | null;
}

export class TokenDto implements TokenInput {
  @Token() token: string;
}

export class VerifyDto implements VerifyInput {
  @Token() token: string;
  @Flag() reject?: boolean;
}

export class ResetDto implements ResetInput {
  @Token() token: string;
  @NewPassword() password: string;
}

export class HandOverDto implements HandOverInput {
  @Text({ max: LIMITS.workspaceSlugMax }) workspace: string;
}

/** The browser's response to passkey options; its structure is validated by the WebAuthn library. */
const BrowserAnswer = () => IsObject(withRule('not_object'));

export class CodeDto implements CodeInput {
  @Text({ max: 100 }) code: string;
}

export class CreatePasskeyDto implements CreatePasskeyInput {
  @NullableText({ max: LIMITS.passkeyNameLength }) name?: string | null;
  @BrowserAnswer() response: Record<string, unknown>;
}

export class RenamePasskeyDto implements RenamePasskeyInput {
  @Text({ max: LIMITS.passkeyNameLength }) name: string;
}

export class PasskeySignInDto implements PasskeySignInInput {
  @BrowserAnswer() response: Record<string, unknown>;
}

export class HandOverQueryDto {
  @Token() token: string;
}

export class ChangePasswordDto implements ChangePasswordInput {
  @Nullable() @Password(GIVEN_PASSWORD_MAX) currentPassword?: string | null;
  @NewPassword() newPassword: string;
}
