import { type ProjectView, role } from '@/lib/contracts/projects'

type Row = { slug: string; name: string; timeZone: string; createdAt: Date }

export const projectFields = { slug: true, name: true, timeZone: true, createdAt: true } as const

export function toProjectView(row: Row, memberRole: string): ProjectView {
  return { ...row, role: role.parse(memberRole), createdAt: row.createdAt.toISOString() }
}
