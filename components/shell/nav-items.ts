import {
  Activity,
  CalendarDays,
  ClipboardCheck,
  Gauge,
  Inbox,
  ListTree,
  type LucideIcon,
  Rows3,
  ShieldQuestion,
  SlidersHorizontal,
  Target,
  TriangleAlert,
  Workflow,
} from 'lucide-react'
import { projectHref } from '@/lib/presentation/links'

type NavId =
  | 'overview'
  | 'review'
  | 'runs'
  | 'gates'
  | 'week'
  | 'chains'
  | 'failures'
  | 'convergence'
  | 'calibration'
  | 'thinking'
  | 'dead-letters'
  | 'settings'

/** Number of items waiting for a person, by navigation item. */
export type NavCounts = Partial<Record<NavId, number>>

/** Labels that replace the default ones, such as the number of the current week. */
export type NavLabels = Partial<Record<NavId, string>>

type NavItem = {
  id: NavId
  label: string
  /** In the bottom bar on phones; the others are under More. */
  isInBar?: true
  path: string
  key: string
  Icon: LucideIcon
}

export const navItems: readonly NavItem[] = [
  { id: 'overview', isInBar: true, label: 'Overview', path: '', key: 'o', Icon: Gauge },
  { id: 'review', isInBar: true, label: 'Review', path: '/review', key: 'q', Icon: ClipboardCheck },
  { id: 'runs', isInBar: true, label: 'Runs', path: '/runs', key: 'r', Icon: Rows3 },
  { id: 'gates', isInBar: true, label: 'Gates', path: '/gates', key: 'g', Icon: ShieldQuestion },
  { id: 'week', isInBar: true, label: 'Week', path: '/week', key: 'w', Icon: CalendarDays },
  { id: 'chains', label: 'Chains', path: '/chains', key: 'c', Icon: Workflow },
  { id: 'failures', label: 'Failures', path: '/failures', key: 'f', Icon: TriangleAlert },
  { id: 'convergence', label: 'Convergence', path: '/convergence', key: 'e', Icon: Activity },
  { id: 'calibration', label: 'Calibration', path: '/calibration', key: 'k', Icon: Target },
  { id: 'thinking', label: 'Thinking', path: '/thinking', key: 't', Icon: ListTree },
  { id: 'dead-letters', label: 'Dead letters', path: '/dead-letters', key: 'd', Icon: Inbox },
  { id: 'settings', label: 'Settings', path: '/settings', key: 's', Icon: SlidersHorizontal },
]

/** Whether `pathname` belongs to a navigation item; the overview matches only exactly. */
export function isWithin(pathname: string, project: string, item: Pick<NavItem, 'path'>): boolean {
  const href = projectHref(project, item.path)
  return pathname === href || (item.path !== '' && pathname.startsWith(`${href}/`))
}
