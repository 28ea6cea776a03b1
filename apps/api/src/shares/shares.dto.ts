import {
  LIMITS,
  problem,
  SHARE_PERIODS,
  SHARE_SUBJECTS,
  type ReportShareInput,
  type SharePeriod,
  type ShareSubjectInput,
  type ShareSubjectType,
} from '@signpost/contracts';
import { IsIn } from 'class-validator';
import {
  Documented,
  Filters,
  Instant,
  ValidatedFurther,
  ValidatedTogether,
  Nested,
  NullableId,
  NullableText,
  OneOf,
  withRule,
} from '../platform/validation/index.js';

export class ShareSubjectDto implements ShareSubjectInput {
  @IsIn(SHARE_SUBJECTS, withRule('one_of', { known: SHARE_SUBJECTS })) type: ShareSubjectType;
  @NullableId() id?: string | null;
}

@ValidatedFurther()
@ValidatedTogether(({ subject }: ReportShareDto) => {
  const given: Partial<ShareSubjectDto> | null = typeof subject === 'object' ? subject : null;
  const isMissing = (given?.type === 'link' || given?.type === 'campaign') && given.id == null;
  return isMissing ? [problem('subject.id', 'required')] : [];
})
export class ReportShareDto implements ReportShareInput {
  @Nested(() => ShareSubjectDto)
  subject: ShareSubjectDto;

  @Instant() expiresAt: number;
  @NullableText({ max: LIMITS.titleLength }) title?: string | null;
}

@Filters()
export class SharedReportDto {
  @OneOf(SHARE_PERIODS)
  @Documented({ default: '30d', description: 'Window that ends now.' })
  period?: SharePeriod;
}
