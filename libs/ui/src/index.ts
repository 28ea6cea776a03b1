/* What nearly every screen uses. Forms, overlays and charts have entry points of their own (`@signpost/ui/forms`,
   …): a bundler keeps everything that one index exports together, and the first page must not load what only later
   pages need. */
export { Announcer } from './focus/announcer';
export { Autofocus } from './focus/autofocus';
export { Badge, type Tone } from './badge';
export { Button } from './buttons/button';
export { Checkbox, Switch } from './buttons/check';
export { type Chip, Chips } from './chips';
export { composes } from './focus/composes';
export { CopyButton, copyText } from './buttons/copy-button';
export { Icon } from './icon';
export { IconButton } from './buttons/icon-button';
export { type IconName } from './icons';
export { inTurns, someInTurns } from './in-turns';
export { keepFocus, keepFocusFrom, keepFocusInRows, onceLost } from './focus/keep-focus';
export { Kbd } from './kbd';
export { Logo } from './logo';
export { LogoPlate } from './logo-plate';
export { measureInto } from './measure-into';
export { Menu, MenuCheck, MenuGroup, MenuItem, MenuRadio, MenuTrigger } from './menus/menu';
export { Pager } from './pager';
export { Progress } from './progress';
export { Section } from './section';
export { Segmented } from './buttons/segmented';
export { type SelectOption } from './menus/select-option';
export { Skeleton } from './skeleton';
export { Sparkline } from './sparkline';
export { Empty, Failed, Forbidden } from './state';
export { Toasts } from './toasts/toasts';
export { Tooltip } from './menus/tooltip';
