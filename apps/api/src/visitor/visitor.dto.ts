import { applyDecorators } from '@nestjs/common';
import { LIMITS, type ReportInput, type VerifyPasswordInput } from '@signpost/contracts';
import { parseReturnPath } from '@signpost/domain';
import { Documented, NullableText, Password, rule, Text } from '../platform/validation/index.js';

/** Maximum length of the `path` that is passed through the unlocking; the longest accepted request line is not much longer. */
const PATH_LENGTH = 16_384;
/** Maximum length of a link's address: a slug, an alias or a kept path. */
const ADDRESS_LENGTH = Math.max(LIMITS.slugLength, LIMITS.keptPathLength);

/** A path on this host, with its query. */
const ReturnPath = (): PropertyDecorator =>
  applyDecorators(
    rule('path', (value) => typeof value === 'string' && parseReturnPath(value) !== null, 'not_path'),
    NullableText({ max: PATH_LENGTH }),
    Documented({ pattern: '^$|^/(?![/\\\\])[\\x21-\\x7e]*$' }),
  );

/** The path that the visitor came from; passed on to the unlocking, which validates it. */
export class PublicLinkDto {
  @NullableText({ max: PATH_LENGTH }) path?: string | null;
}

export class VerifyPasswordDto implements VerifyPasswordInput {
  @Text({ max: ADDRESS_LENGTH }) slug: string;
  @Password(LIMITS.linkPasswordLength) password: string;

  @ReturnPath() path?: string | null;
}

export class ReportDto implements ReportInput {
  @Text({ max: ADDRESS_LENGTH }) slug: string;
  @Text({ max: LIMITS.reportReasonLength, lines: true }) reason: string;
  @ReturnPath() path?: string | null;
}
