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
import { IsIn, IsUUID } from 'class-validator';
import {
  Instant,
  ValidatedFurther,
  ValidatedTogether,
  Nested,
  NullableText,
  Optional,
  says,
} from '../platform/validation/index.js';

export class ShareSubjectDto implements ShareSubjectInput {
  @IsIn(SHARE_SUBJECTS, says('one_of', { known: SHARE_SUBJECTS })) type: ShareSubjectType;
  @Optional() @IsUUID('all', says('not_id')) id?: string;
}

@ValidatedFurther()
@ValidatedTogether(({ subject }: ReportShareDto) => {
  const given: Partial<ShareSubjectDto> | null = typeof subject === 'object' ? subject : null;
  const isMissing = (given?.type === 'link' || given?.type === 'campaign') && given.id === undefined;
  return isMissing ? [problem('subject.id', 'required')] : [];
})
export class ReportShareDto implements ReportShareInput {
  @Nested(() => ShareSubjectDto)
  subject: ShareSubjectDto;

  @Instant() expiresAt: number;
  @NullableText({ max: LIMITS.titleLength }) title?: string | null;
}

export class SharedReportDto {
  @Optional() @IsIn(SHARE_PERIODS, says('one_of', { known: SHARE_PERIODS })) period?: SharePeriod;
}
