import type { Role } from '@/lib/contracts/projects'

export const roleWords: Record<Role, { label: string; may: string }> = {
  viewer: { label: 'Viewer', may: 'sees everything' },
  reviewer: { label: 'Reviewer', may: 'also decides runs and gates' },
  admin: { label: 'Admin', may: 'also manages people and keys' },
}
