/*
 * What the pages before signing in are built from: nothing here floats above the page, so that the first load of all
 * comes without the overlay machinery. The same pieces stand in `@signpost/ui` and `@signpost/ui/forms`.
 */
export { Autofocus } from '../autofocus';
export { Badge } from '../badge';
export { Button } from '../button';
export { Checkbox, Switch } from '../check';
export { Field, FieldControl, Input, Select } from '../forms/field';
export { type FieldErrors, FormModel } from '../forms/form-model';
export { Icon } from '../icon';
export { IconButton } from '../icon-button';
export { type IconName } from '../icons';
export { Logo } from '../logo';
export { HeldLocation } from '../overlay/held-location';
export { OpenDialogs } from '../overlay/open-dialogs';
export { type SelectOption } from '../select-option';
export { Skeleton } from '../skeleton';
export { Empty, Failed, Forbidden, Picture } from '../state';
