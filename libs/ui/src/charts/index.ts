export { type Bar, BarList } from './bar-list';
export type { PictureText } from './picture';
export { PictureButton } from './picture-button';
export { type PictureFormat, savePicture } from './save-picture';
export { type DateRange, daysOf, type NamedSpan, RangePicker } from './range-picker';
export { Stat } from './stat';
export { TimeChart } from './time-chart';
