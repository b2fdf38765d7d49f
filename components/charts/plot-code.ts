import { lazyComponent } from '@/components/ui/lazy-component'

// The charting library is large: it is loaded while the browser is idle, on whatever page, so that a page with charts need not wait for it.
export const plots = lazyComponent(() => import('./drawn-plots'))
