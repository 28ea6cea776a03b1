export { TabNav } from './tab-nav';
