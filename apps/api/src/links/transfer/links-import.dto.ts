import { LIMITS, type ImportInput } from '@signpost/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { Text } from '../../platform/validation/index.js';

export class ImportDto implements ImportInput {
  @Text({ max: 100 }) importId: string;
  @Text({ max: 100 }) fileHash: string;

  // A thousand rows of seventeen cells: their shape is checked by hand, in links-import.service.ts.
  @ArrayMaxSize(LIMITS.importRows, { message: `At most ${LIMITS.importRows} rows.` })
  @ArrayMinSize(1, { message: 'At least one row.' })
  @IsArray({ message: 'This must be a list of rows.' })
  rows: ImportInput['rows'];
}
