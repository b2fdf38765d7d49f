import {
  Building2,
  FolderPlus,
  History,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mail,
  Scale,
  Settings2,
  Shapes,
  UserPlus,
  UserRound,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Role } from '@/lib/contracts/projects'

type PalettePlace = {
  label: string
  /** Other words it is looked for by. */
  words: string
  /** Below the project; `/projects/new` stands alone. */
  path: string
  Icon: LucideIcon
  isForAdmins?: true
}

const places: readonly PalettePlace[] = [
  { label: 'Members', words: 'people team users roles', path: '/settings/members', Icon: Users },
  {
    label: 'Invite a person',
    words: 'add new member user teammate people',
    path: '/settings/members',
    Icon: UserPlus,
    isForAdmins: true,
  },
  {
    label: 'API keys',
    words: 'create new token secret credentials',
    path: '/settings/keys',
    Icon: KeyRound,
    isForAdmins: true,
  },
  { label: 'Webhooks', words: 'integrations events endpoints add new', path: '/settings/webhooks', Icon: Webhook },
  {
    label: 'Configuration',
    words: 'settings preferences rules thresholds weights signals attempts',
    path: '/settings/configuration',
    Icon: Settings2,
  },
  { label: 'Project settings', words: 'name time zone rename preferences', path: '/settings', Icon: Building2 },
  { label: 'Judge', words: 'model llm settings', path: '/settings/judge', Icon: Scale },
  { label: 'Thinking templates', words: 'settings new', path: '/settings/templates', Icon: Shapes },
  { label: 'E-mail', words: 'email smtp mail server settings', path: '/settings/mail', Icon: Mail, isForAdmins: true },
  {
    label: 'Data',
    words: 'retention redaction export delete project privacy settings',
    path: '/settings/data',
    Icon: Settings2,
    isForAdmins: true,
  },
  { label: 'Audit log', words: 'history activity who changed', path: '/settings/audit', Icon: History },
  {
    label: 'Your account',
    words: 'profile password sessions name e-mail email notifications preferences settings',
    path: '/settings/account',
    Icon: UserRound,
  },
  { label: 'Agreement of reviewers', words: 'kappa alpha', path: '/review/agreement', Icon: UsersRound },
  {
    label: 'Change the rubric',
    words: 'new create edit questions review',
    path: '/review/rubric',
    Icon: ListChecks,
    isForAdmins: true,
  },
  { label: 'New project', words: 'create add', path: '/projects/new', Icon: FolderPlus },
]

/** The places a role may go to beside the navigation, with the text each is found by. */
export function palettePlaces(role: Role | null): (PalettePlace & { value: string })[] {
  return places
    .filter(({ isForAdmins }) => !isForAdmins || role === 'admin')
    .map((place) => ({ ...place, value: `go ${place.label} ${place.words}` }))
}
