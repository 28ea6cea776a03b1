/* Components of the pages before signing in: no overlays, so that the first load does not include the overlay code.
   The same components are exported by `@signpost/ui` and `@signpost/ui/forms`. */
export { Button } from '../buttons/button';
export { Field, Input } from '../forms/field';
export { FormModel } from '../forms/form-model';
export { Icon } from '../icon';
export { IconButton } from '../buttons/icon-button';
export { type IconName } from '../icons';
export { Logo } from '../logo';
export { Skeleton } from '../skeleton';
export { Failed } from '../state';
