export { type Bar, BarList } from './bar-list';
export { type DateRange, daysOf, RangePicker } from './range-picker';
export { Stat } from './stat';
export { TimeChart, type TimePoint } from './time-chart';
