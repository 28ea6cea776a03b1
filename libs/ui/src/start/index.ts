// What the application itself begins with, before any screen: a form in this index would be in every first load.
export { HeldLocation } from '../overlay/held-location';
export { OpenDialogs } from '../overlay/open-dialogs';
