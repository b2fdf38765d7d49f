import { z } from 'zod'
import type { KeyView } from '@/lib/contracts/projects'
import { keyView } from '@/lib/contracts/projects'

type Row = {
  id: string
  name: string
  prefix: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export const keyFields = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const

export function toKeyView(row: Row): KeyView {
  return {
    ...row,
    scopes: z.parse(keyView.shape.scopes, row.scopes),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
