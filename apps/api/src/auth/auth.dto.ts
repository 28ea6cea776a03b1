import { LIMITS, type LoginInput, type RegisterInput } from '@signpost/contracts';
import { Email, NullableText, Password } from '../platform/validation/index.js';

export class RegisterDto implements RegisterInput {
  @Email() email: string;
  @Password(LIMITS.accountPasswordMax) password: string;
  @NullableText({ max: LIMITS.workspaceNameLength }) workspaceName?: string | null;
  @NullableText({ max: 100 }) setupCode?: string | null;
  @NullableText({ max: 500 }) invitationToken?: string | null;
  @NullableText({ max: 4096 }) turnstileToken?: string | null;
}

export class LoginDto implements LoginInput {
  @Email() email: string;
  @Password(1000) password: string;
  @NullableText({ max: 4096 }) turnstileToken?: string | null;
}
