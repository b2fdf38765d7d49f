import type { Role } from '@/lib/contracts/projects'

/** Labels of the roles: the name, what it adds to the previous one, and all it may do. */
export const roleLabels: Record<Role, { label: string; adds: string; may: string }> = {
  viewer: { label: 'Viewer', adds: 'sees everything', may: 'You see everything and change nothing.' },
  reviewer: { label: 'Reviewer', adds: 'also decides runs and gates', may: 'You decide runs and gates.' },
  admin: { label: 'Admin', adds: 'also manages people and keys', may: 'You decide, and manage people and keys.' },
}

/** "an admin", "a viewer". */
export const formatRole = (role: Role) => `${role === 'admin' ? 'an' : 'a'} ${roleLabels[role].label.toLowerCase()}`
