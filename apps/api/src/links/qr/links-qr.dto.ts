import { LIMITS, QR_EYES, QR_STYLES, type QrCodesInput, type QrEyes, type QrStyle } from '@signpost/contracts';
import { parseQrColor } from '@signpost/domain';
import { applyDecorators } from '@nestjs/common';
import { Digits, Flag, Nested, OneOf, Optional, rule, ValidatedTogether } from '../../platform/validation/index.js';
import { BulkSelectionDto, selectionProblems } from '../bulk/links-bulk.dto.js';
import { Word } from '../list/query-fields.js';

/** Six hex digits, with or without `#`. */
const Color = () =>
  applyDecorators(
    Optional(),
    rule('color', (value) => typeof value === 'string' && parseQrColor(value) !== null, 'not_color'),
  );

export class QrDto {
  @Word(['svg', 'png']) format?: 'svg' | 'png';
  @Digits(LIMITS.qrSizeMin, LIMITS.qrSizeMax) size?: number;
  @Color() foreground?: string;
  @Color() background?: string;
  @Word(QR_STYLES) style?: QrStyle;
  @Word(QR_EYES) eyes?: QrEyes;
  /** Whether to mark scans: the code then contains the short URL with `qr=1`. */
  @Word(['1', '0', 'true', 'false']) scans?: '1' | '0' | 'true' | 'false';
  @Word(['1', '0', 'true', 'false']) logo?: '1' | '0' | 'true' | 'false';
}

@ValidatedTogether(({ selection }: QrCodesDto) => selectionProblems(selection, false))
export class QrCodesDto implements Omit<QrCodesInput, 'selection'> {
  @Nested(() => BulkSelectionDto)
  selection: BulkSelectionDto;

  @OneOf(QR_STYLES) style?: QrStyle;
  @OneOf(QR_EYES) eyes?: QrEyes;
  @Color() foreground?: string;
  @Color() background?: string;
  @Flag() scans?: boolean;
}
