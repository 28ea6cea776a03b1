import { LIMITS } from '@signpost/contracts';
import { parseQrColor } from '@signpost/domain';
import { applyDecorators } from '@nestjs/common';
import { Digits, Optional, rule } from '../../platform/validation/index.js';
import { OneOf } from '../list/query-fields.js';

/** Six hex digits, with or without `#`. */
const Color = () =>
  applyDecorators(
    Optional(),
    rule('color', (value) => typeof value === 'string' && parseQrColor(value) !== null, 'not_color'),
  );

export class QrDto {
  @OneOf(['svg', 'png']) format?: 'svg' | 'png';
  @Digits(LIMITS.qrSizeMin, LIMITS.qrSizeMax) size?: number;
  @Color() foreground?: string;
  @Color() background?: string;
  /** Whether scans are told from other visits: the code then leads to the short URL with `qr=1`. */
  @OneOf(['1', '0', 'true', 'false']) scans?: '1' | '0' | 'true' | 'false';
  @OneOf(['1', '0', 'true', 'false']) logo?: '1' | '0' | 'true' | 'false';
}
