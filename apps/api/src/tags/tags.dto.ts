import type { RenameTagInput, TagInput } from '@signpost/contracts';
import { TagName } from '../links/index.js';
import { Flag } from '../platform/validation/index.js';

export class TagDto implements TagInput {
  @TagName() name: string;
}

export class RenameTagDto implements RenameTagInput {
  @TagName() name: string;
  @Flag() merge?: boolean;
}
