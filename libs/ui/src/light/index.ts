/*
 * What the pages before signing in are built from: nothing here floats above the page, so that the first load of all
 * comes without the overlay machinery. The same pieces stand in `@signpost/ui` and `@signpost/ui/forms`.
 */
export { Button } from '../buttons/button';
export { Field, Input } from '../forms/field';
export { FormModel } from '../forms/form-model';
export { Icon } from '../icon';
export { IconButton } from '../buttons/icon-button';
export { type IconName } from '../icons';
export { Logo } from '../logo';
export { Skeleton } from '../skeleton';
export { Failed } from '../state';
