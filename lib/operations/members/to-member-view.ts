import { type MemberView, role } from '@/lib/contracts/projects'

type Row = {
  role: string
  createdAt: Date
  user: { id: string; email: string | null; emailVerifiedAt: Date | null; name: string }
}

export const memberFields = {
  role: true,
  createdAt: true,
  user: { select: { id: true, email: true, emailVerifiedAt: true, name: true } },
} as const

export function toMemberView(row: Row): MemberView {
  return {
    userId: row.user.id,
    email: row.user.email,
    isEmailVerified: row.user.emailVerifiedAt !== null,
    name: row.user.name,
    role: role.parse(row.role),
    createdAt: row.createdAt.toISOString(),
  }
}
