export { TabNav, type TabLink } from './tab-nav';
